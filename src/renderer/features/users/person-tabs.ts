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

/** What other features know of a user. Each is loaded when it is opened first. */
export interface UserPanels {
  /** Queued actions about the user. */
  queue: Component
  /** All of them take the account, the ID and the user, and tell when they changed the user. */
  tabs: Record<PersonTab, Component>
}
