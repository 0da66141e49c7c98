import type { AdminUser } from './service/user-fields.ts'
import type { Difference, Fields } from './three-way.ts'
import { identityAt, sameUserValue, userRecord } from './user-record.ts'

/** Fields of a user that the service never shows. */
const writeOnly = new Set(['password', 'view_diffs_file_by_file'])
/** Shown in the single view alone. */
const ofSingleView = new Set(['pronouns'])
/** How something is done, and no field of its own. */
const manners = new Set([
  'skip_confirmation',
  'skip_reconfirmation',
  'reset_password',
  'force_random_password',
])
const ofIdentity = new Set(['provider', 'extern_uid', 'group_id_for_saml'])

/** Looks which of the fields that were sent a user does not have. Some services drop what they do not know without a word. */
export function compareUser(sent: Fields, after: AdminUser): Difference {
  const record = userRecord(after)
  const difference: Difference = { ignored: [], unseen: [] }
  for (const [name, value] of Object.entries(sent)) {
    if (manners.has(name) || isTaken(name, value, sent, after, record)) continue
    difference[isSeen(name, sent, after) ? 'ignored' : 'unseen'].push(name)
  }
  return difference
}

/** Whether the service would show that it took a field. */
function isSeen(name: string, sent: Fields, after: AdminUser): boolean {
  // A new address is not shown before its owner has opened a link.
  if (name === 'email') return sent['skip_reconfirmation'] === true
  return !writeOnly.has(name) && !(ofSingleView.has(name) && !(name in after))
}

function isTaken(
  name: string,
  value: unknown,
  sent: Fields,
  after: AdminUser,
  record: Fields,
): boolean {
  if (ofIdentity.has(name)) return hasIdentity(name, sent, after)
  if (sameUserValue(name, value, record[name])) return isShown(name, record)
  // Without an address of its own, commits have the primary one.
  return name === 'commit_email' && !value && sameUserValue(name, record[name], record['email'])
}

/** An empty value is no proof where the service does not show the field at all. */
function isShown(name: string, record: Fields): boolean {
  return record[name] !== undefined
}

function hasIdentity(name: string, sent: Fields, after: AdminUser): boolean {
  const identity = identityAt(after, String(sent['provider']))
  if (!identity) return false
  if (name === 'extern_uid') return sameUserValue(name, identity.extern_uid, sent[name])
  // The service shows the provider of the group, and not the group.
  return name === 'provider' || (identity.saml_provider_id ?? null) !== null
}
