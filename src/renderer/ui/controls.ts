/** The basic controls that screens use. */
export { NButton as Button, NInput as Input } from 'naive-ui'
export { default as Switch } from './Switch.vue'
