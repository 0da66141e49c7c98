import { defineAsyncComponent, shallowRef } from 'vue'
import type { HomePanels } from '../features/home/home-panels.ts'
import type { UserPanels } from '../features/users/user-tabs.ts'

/** The app’s own panels on the Settings screen. */
const settingsPanels = {
  shortcuts: defineAsyncComponent(() => import('./ShortcutList.vue')),
}

/** Only administrators load it. */
const changes = defineAsyncComponent(() => import('../features/reports/HomeChanges.vue'))

const panels = shallowRef<HomePanels>()

/** The feature panels for Home, once loaded. */
function homePanels(): HomePanels | undefined {
  if (!panels.value) void loadPanels()
  return panels.value
}

async function loadPanels(): Promise<void> {
  const [status, keys] = await Promise.all([
    import('../features/status/HomeStatus.vue'),
    import('../features/keys/HomeKeys.vue'),
  ])
  panels.value = { status: status.default, keys: keys.default, changes }
}

/** The feature panels for a user’s page. */
const userPanels: UserPanels = {
  queue: defineAsyncComponent(() => import('../features/moderation/UserQueue.vue')),
  tabs: {
    overview: [
      defineAsyncComponent(() => import('../features/users/tabs/OverviewTab.vue')),
      defineAsyncComponent(() => import('../features/users/tabs/UserDependents.vue')),
    ],
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

/** Panels that features contribute to other screens, by screen name. */
export const panelsOf: Readonly<Record<string, () => object | undefined>> = {
  home: homePanels,
  settings: () => settingsPanels,
  'admin-user': () => userPanels,
}
