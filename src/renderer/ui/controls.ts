/** The controls of naive-ui that screens use. */
export { NButton as Button, NInput as Input, NSwitch as Switch } from 'naive-ui'
