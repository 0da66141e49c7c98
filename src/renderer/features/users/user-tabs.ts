import type { Component } from 'vue'
import type { MessageId } from '../../../shared/messages/message.ts'

/** The tabs of a user's page; each is loaded when it is first opened. */
export const userTabs = [
  { id: 'overview', label: 'user.tabOverview' },
  { id: 'memberships', label: 'user.tabMemberships' },
  { id: 'associations', label: 'user.tabAssociations' },
  { id: 'activity', label: 'user.tabActivity' },
  { id: 'status', label: 'user.tabStatus' },
  { id: 'ssh-keys', label: 'user.tabSshKeys' },
  { id: 'gpg-keys', label: 'user.tabGpgKeys' },
  { id: 'emails', label: 'user.tabEmails' },
  { id: 'identities', label: 'user.tabIdentities' },
  { id: 'impersonation-tokens', label: 'user.tabImpersonationTokens' },
  { id: 'personal-access-tokens', label: 'user.tabPersonalTokens' },
] as const satisfies readonly { id: string; label: MessageId }[]
export type UserTab = (typeof userTabs)[number]['id']

/** Panels of other features on a user's page. Each is loaded when it is first opened. */
export interface UserPanels {
  /** Queued actions about the user. */
  queue: Component
  /** All of them take the account, the ID and the user, and emit `changed` when they changed the user. */
  tabs: Record<UserTab, Component>
}
