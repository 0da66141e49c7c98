/** The controls of naive-ui that screens use, by the names of the kit. */
export { NButton as Button, NInput as Input, NSwitch as Switch } from 'naive-ui'
