import { defineAsyncComponent, shallowRef } from 'vue'
import type { HomePanels } from '../features/home/home-panels.ts'
import type { UserPanels } from '../features/users/user-tabs.ts'

/** The parts of the app on the screen of settings. */
const settingsPanels = {
  shortcuts: defineAsyncComponent(() => import('./ShortcutList.vue')),
}

const panels = shallowRef<HomePanels>()

/** The panels of the features on Home, once they are loaded. */
function homePanels(): HomePanels | undefined {
  if (!panels.value) void loadPanels()
  return panels.value
}

async function loadPanels(): Promise<void> {
  const [status, keys] = await Promise.all([
    import('../features/status/HomeStatus.vue'),
    import('../features/keys/HomeKeys.vue'),
  ])
  panels.value = { status: status.default, keys: keys.default }
}

/** The panels of the features on the page of a user. */
const userPanels: UserPanels = {
  queue: defineAsyncComponent(() => import('../features/moderation/UserQueue.vue')),
  tabs: {
    overview: [defineAsyncComponent(() => import('../features/users/tabs/OverviewTab.vue'))],
    access: [
      defineAsyncComponent(() => import('../features/users/tabs/AccessTab.vue')),
      defineAsyncComponent(() => import('../features/emails/UserEmails.vue')),
    ],
    memberships: [defineAsyncComponent(() => import('../features/users/tabs/MembershipsTab.vue'))],
    history: [defineAsyncComponent(() => import('../features/audit-log/UserActivity.vue'))],
  },
  credentials: {
    'ssh-keys': defineAsyncComponent(() => import('../features/keys/user/UserSshKeys.vue')),
    'gpg-keys': defineAsyncComponent(() => import('../features/keys/user/UserGpgKeys.vue')),
    'impersonation-tokens': defineAsyncComponent(
      () => import('../features/users/tabs/ImpersonationTokensTab.vue'),
    ),
    'personal-access-tokens': defineAsyncComponent(
      () => import('../features/users/tabs/PersonalAccessTokensTab.vue'),
    ),
  },
}

/** What features show on the screens of others, by the name of the screen. */
export const panelsOf: Readonly<Record<string, () => object | undefined>> = {
  home: homePanels,
  settings: () => settingsPanels,
  'admin-user': () => userPanels,
}
