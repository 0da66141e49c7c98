import type { Component } from 'vue'
import type { LocationQuery } from 'vue-router'
import type { MessageId } from '../../../shared/messages/message.ts'

/** The tabs on a user’s page. Each loads when it is first opened. */
export const userTabs = [
  { id: 'overview', label: 'user.tabOverview' },
  { id: 'access', label: 'user.tabAccess' },
  { id: 'credentials', label: 'user.tabCredentials' },
  { id: 'memberships', label: 'user.memberships' },
  { id: 'history', label: 'user.tabHistory' },
] as const satisfies readonly { id: string; label: MessageId }[]
export type UserTab = (typeof userTabs)[number]['id']

/** The sections in the credentials tab, which shows one at a time. */
export const credentialSections = [
  { id: 'ssh-keys', label: 'user.tabSshKeys' },
  { id: 'gpg-keys', label: 'user.tabGpgKeys' },
  { id: 'impersonation-tokens', label: 'user.impersonationTokens' },
  { id: 'personal-access-tokens', label: 'user.tabPersonalTokens' },
] as const satisfies readonly { id: string; label: MessageId }[]
export type CredentialSection = (typeof credentialSections)[number]['id']

/** Which tab and section of a user’s page are open. */
export interface UserPlace {
  tab: UserTab
  /** For the credentials tab only. */
  kind: CredentialSection
}

/**
 * Panels on a user’s page from other features. All but the queue take the account, the ID and the user, and emit
 * `changed` after changing the user.
 */
export interface UserPanels {
  /** Actions queued for the user. */
  queue: Component
  tabs: Record<Exclude<UserTab, 'credentials'>, readonly Component[]>
  credentials: Record<CredentialSection, Component>
}

/** The tabs’ former names, which bookmarks may contain. */
const movedTabs = new Map<unknown, UserTab>([
  ['status', 'overview'],
  ['emails', 'access'],
  ['identities', 'access'],
  ['associations', 'memberships'],
  ['activity', 'history'],
])

/** Parses a URL query into the tab and section to open. */
export function toUserPlace({ tab, kind }: LocationQuery): UserPlace {
  const findTab = (name: unknown) => userTabs.find(({ id }) => id === name)?.id
  const findSection = (name: unknown) => credentialSections.find(({ id }) => id === name)?.id
  const moved = findSection(tab)
  if (moved) return { tab: 'credentials', kind: moved }
  return {
    tab: findTab(tab) ?? movedTabs.get(tab) ?? 'overview',
    kind: findSection(kind) ?? credentialSections[0].id,
  }
}

/** Converts a tab and section to a URL query, without default values. */
export function tabQuery({ tab, kind }: UserPlace): Record<string, string> {
  if (tab === 'overview') return {}
  return tab === 'credentials' && kind !== credentialSections[0].id ? { tab, kind } : { tab }
}
