import { defineAsyncComponent } from 'vue'
import type { UserPanels } from '../../features/users/user-tabs.ts'

/** What features show of a user on the page of that user. */
export const userPanels: UserPanels = {
  queue: defineAsyncComponent(() => import('../../features/moderation/UserQueue.vue')),
  tabs: {
    overview: defineAsyncComponent(() => import('../../features/users/tabs/OverviewTab.vue')),
    memberships: defineAsyncComponent(() => import('../../features/users/tabs/MembershipsTab.vue')),
    associations: defineAsyncComponent(
      () => import('../../features/users/tabs/AssociationsTab.vue'),
    ),
    activity: defineAsyncComponent(() => import('../../features/audit-log/UserActivity.vue')),
    status: defineAsyncComponent(() => import('../../features/users/tabs/StatusTab.vue')),
    'ssh-keys': defineAsyncComponent(() => import('../../features/keys/user/UserSshKeys.vue')),
    'gpg-keys': defineAsyncComponent(() => import('../../features/keys/user/UserGpgKeys.vue')),
    emails: defineAsyncComponent(() => import('../../features/emails/UserEmails.vue')),
    identities: defineAsyncComponent(() => import('../../features/users/tabs/IdentitiesTab.vue')),
    'impersonation-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/ImpersonationTokensTab.vue'),
    ),
    'personal-access-tokens': defineAsyncComponent(
      () => import('../../features/users/tabs/PersonalAccessTokensTab.vue'),
    ),
  },
}
