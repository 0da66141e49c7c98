import { defineAsyncComponent } from 'vue'
import type { Component } from 'vue'

/** The parts of a person's page; each is loaded when it is opened first. */
export const personTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'memberships', label: 'Memberships' },
  { id: 'associations', label: 'Associations' },
  { id: 'activity', label: 'Activity' },
  { id: 'status', label: 'Status' },
  { id: 'ssh-keys', label: 'SSH keys' },
  { id: 'gpg-keys', label: 'GPG keys' },
  { id: 'emails', label: 'Emails' },
  { id: 'identities', label: 'Identities' },
  { id: 'impersonation-tokens', label: 'Impersonation tokens' },
  { id: 'personal-access-tokens', label: 'Personal access tokens' },
] as const
export type PersonTab = (typeof personTabs)[number]['id']

/** All of them take the account, the id and the person, and tell when they changed the person. */
export const personTabViews: Record<PersonTab, Component> = {
  overview: defineAsyncComponent(() => import('./tabs/OverviewTab.vue')),
  memberships: defineAsyncComponent(() => import('./tabs/MembershipsTab.vue')),
  associations: defineAsyncComponent(() => import('./tabs/AssociationsTab.vue')),
  activity: defineAsyncComponent(() => import('./tabs/ActivityTab.vue')),
  status: defineAsyncComponent(() => import('./tabs/StatusTab.vue')),
  'ssh-keys': defineAsyncComponent(() => import('./tabs/SshKeysTab.vue')),
  'gpg-keys': defineAsyncComponent(() => import('./tabs/GpgKeysTab.vue')),
  emails: defineAsyncComponent(() => import('./tabs/EmailsTab.vue')),
  identities: defineAsyncComponent(() => import('./tabs/IdentitiesTab.vue')),
  'impersonation-tokens': defineAsyncComponent(() => import('./tabs/ImpersonationTokensTab.vue')),
  'personal-access-tokens': defineAsyncComponent(
    () => import('./tabs/PersonalAccessTokensTab.vue'),
  ),
}
