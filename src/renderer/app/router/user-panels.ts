import { defineAsyncComponent } from 'vue'
import type { UserPanels } from '../../features/users/user-tabs.ts'

/** The panels of the features on the page of a user. */
export const userPanels: UserPanels = {
  queue: defineAsyncComponent(() => import('../../features/moderation/UserQueue.vue')),
  tabs: {
    overview: [defineAsyncComponent(() => import('../../features/users/tabs/OverviewTab.vue'))],
    access: [
      defineAsyncComponent(() => import('../../features/users/tabs/AccessTab.vue')),
      defineAsyncComponent(() => import('../../features/emails/UserEmails.vue')),
    ],
    memberships: [
      defineAsyncComponent(() => import('../../features/users/tabs/MembershipsTab.vue')),
    ],
    history: [defineAsyncComponent(() => import('../../features/audit-log/UserActivity.vue'))],
  },
  credentials: {
    'ssh-keys': defineAsyncComponent(() => import('../../features/keys/user/UserSshKeys.vue')),
    'gpg-keys': defineAsyncComponent(() => import('../../features/keys/user/UserGpgKeys.vue')),
    'impersonation-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/ImpersonationTokensTab.vue'),
    ),
    'personal-access-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/PersonalAccessTokensTab.vue'),
    ),
  },
}
