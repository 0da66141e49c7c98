import type { AdminUser } from './service/user-fields.ts'
import type { Difference, Fields } from './three-way.ts'
import { findIdentity, sameUserValue, userRecord } from './user-record.ts'

/** Fields of a user that GitLab never returns. */
const writeOnly = new Set(['password', 'view_diffs_file_by_file'])
/** Fields that only the request for a single user returns. */
const singleUserFields = new Set(['pronouns'])
/** Options of a request, not fields of a user. */
const options = new Set([
  'skip_confirmation',
  'skip_reconfirmation',
  'reset_password',
  'force_random_password',
])
const identityFields = new Set(['provider', 'extern_uid', 'group_id_for_saml'])

/** Finds the sent fields that a user does not have. Some GitLab versions drop unknown fields silently. */
export function compareUser(sent: Fields, after: AdminUser): Difference {
  const record = userRecord(after)
  const difference: Difference = { ignored: [], unseen: [] }
  for (const [name, value] of Object.entries(sent)) {
    if (options.has(name) || isSaved(name, value, sent, after, record)) continue
    difference[isReturned(name, sent, after) ? 'ignored' : 'unseen'].push(name)
  }
  return difference
}

/** Whether the answer would show that GitLab saved a field. */
function isReturned(name: string, sent: Fields, after: AdminUser): boolean {
  // A new address is not returned before its owner has opened the confirmation link.
  if (name === 'email') return sent['skip_reconfirmation'] === true
  return !writeOnly.has(name) && !(singleUserFields.has(name) && !(name in after))
}

function isSaved(
  name: string,
  value: unknown,
  sent: Fields,
  after: AdminUser,
  record: Fields,
): boolean {
  if (identityFields.has(name)) return isIdentitySaved(name, sent, after)
  if (sameUserValue(name, value, record[name])) return isPresent(name, record)
  // Without a commit email of its own, GitLab returns the primary one.
  return name === 'commit_email' && !value && sameUserValue(name, record[name], record['email'])
}

/** An empty value proves nothing if the answer lacks the field. */
function isPresent(name: string, record: Fields): boolean {
  return record[name] !== undefined
}

function isIdentitySaved(name: string, sent: Fields, after: AdminUser): boolean {
  const identity = findIdentity(after, String(sent['provider']))
  if (!identity) return false
  if (name === 'extern_uid') return sameUserValue(name, identity.extern_uid, sent[name])
  // The service shows the provider of the group, and not the group.
  return name === 'provider' || (identity.saml_provider_id ?? null) !== null
}
