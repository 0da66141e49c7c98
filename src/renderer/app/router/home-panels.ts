import { defineAsyncComponent } from 'vue'
import type { HomePanels } from '../../features/home/home-panels.ts'

/** The panels of the features on Home. */
export const homePanels: HomePanels = {
  status: defineAsyncComponent(() => import('../../features/status/HomeStatus.vue')),
  keys: defineAsyncComponent(() => import('../../features/keys/HomeKeys.vue')),
}
