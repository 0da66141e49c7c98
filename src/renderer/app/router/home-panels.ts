import { shallowRef } from 'vue'
import type { HomePanels } from '../../features/home/home-panels.ts'

const panels = shallowRef<HomePanels>()

/** The panels of the features on Home, once they are loaded. */
export function homePanels(): HomePanels | undefined {
  if (!panels.value) void loadPanels()
  return panels.value
}

async function loadPanels(): Promise<void> {
  const [status, keys] = await Promise.all([
    import('../../features/status/HomeStatus.vue'),
    import('../../features/keys/HomeKeys.vue'),
  ])
  panels.value = { status: status.default, keys: keys.default }
}
