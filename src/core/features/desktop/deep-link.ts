import type { Account } from '../../../shared/operations/accounts.ts'
import type { Visit } from '../../../shared/operations/desktop.ts'
import type { VisitedScreen } from '../../../shared/rules/settings.ts'

/** Each link's screen. Other links are ignored. */
const screens = new Map<string, VisitedScreen>([
  ['home', 'home'],
  ['profile', 'profile'],
  ['status', 'status'],
  ['avatar', 'avatar'],
  ['tokens', 'tokens'],
  ['keys', 'keys'],
  ['computer', 'computer'],
  ['computer/repositories', 'repositories'],
  ['emails', 'emails'],
  ['preferences', 'preferences'],
  ['people', 'people'],
  ['people/#', 'person'],
  ['admin/activities', 'activities'],
  ['admin/people', 'directory'],
  ['admin/people/#', 'admin-user'],
  ['admin/service-accounts', 'service-accounts'],
  ['admin/queue', 'queue'],
  ['admin/audit-log', 'audit-log'],
  ['accounts', 'accounts'],
  ['settings', 'settings'],
])

/** A link's maximum length, in characters. */
const maxLength = 300
// Only the account is decoded, so the pattern rejects encoded characters anywhere else.
const linkPattern =
  /^latchkey:\/\/([a-z-]+(?:\/[a-z-]+)?)(?:\/(\d{1,15}))?\/?(?:\?account=([\w.~%@:/-]{1,200}))?$/

/**
 * The screen that a `latchkey://` link opens: `latchkey://keys`, `latchkey://people/42?account=ada@git.example.org`.
 * Undefined for any other text.
 *
 * Anyone can create such a link, so all it does is show a screen. It identifies a signed-in account by its username and
 * instance URL.
 */
export function parseDeepLink(
  link: string,
  accounts: readonly Pick<Account, 'id' | 'baseUrl' | 'user'>[],
): Visit | undefined {
  if (link.length > maxLength) return undefined
  const parts = linkPattern.exec(link)
  if (!parts) return undefined
  const [, path, id, name] = parts
  const screen = screens.get(id === undefined ? path! : `${path}/#`)
  // guard: link-screens
  if (!screen) return undefined
  const account = name === undefined ? undefined : findAccount(name, accounts)
  if (name !== undefined && account === undefined) return undefined
  return {
    screen,
    ...(id !== undefined && { id: Number(id) }),
    ...(account !== undefined && { account }),
  }
}

function findAccount(
  encoded: string,
  accounts: readonly Pick<Account, 'id' | 'baseUrl' | 'user'>[],
): string | undefined {
  let name: string
  try {
    name = decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  return accounts.find(
    ({ baseUrl, user }) => `${user.username}@${baseUrl.replace(/^https?:\/\//, '')}` === name,
  )?.id
}
