import { defineAsyncComponent } from 'vue'

/** The parts of the app on the screen of settings. */
export const settingsPanels = {
  shortcuts: defineAsyncComponent(() => import('../ShortcutList.vue')),
}
