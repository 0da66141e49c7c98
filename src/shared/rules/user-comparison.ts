import { userField } from './user-fields.ts'
import type { Difference, RecordFields } from './three-way.ts'
import { type ReturnedUser, findIdentity, sameUserValue, userRecord } from './user-record.ts'

/**
 * Finds fields that were sent but have a different value in the user's record. Some GitLab versions silently drop
 * fields they don't know.
 */
export function compareUser(sent: RecordFields, after: ReturnedUser): Difference {
  const record = userRecord(after)
  const difference: Difference = { ignored: [], unseen: [] }
  for (const [name, value] of Object.entries(sent)) {
    if (userField(name)?.only || isSaved(name, value, sent, after, record)) continue
    difference[isReturned(name, sent, after) ? 'ignored' : 'unseen'].push(name)
  }
  return difference
}

/** Whether the response would show that GitLab saved a field. */
function isReturned(name: string, sent: RecordFields, after: ReturnedUser): boolean {
  // GitLab doesn't return a new email until its owner has opened the confirmation link.
  if (name === 'email') return sent['skip_reconfirmation'] === true
  const field = userField(name)
  if (!field || field.form === 'provider') return true
  // Lists don't include the profile page's fields.
  return field.part !== undefined && (field.part !== 'page' || name in after)
}

function isSaved(
  name: string,
  value: unknown,
  sent: RecordFields,
  after: ReturnedUser,
  record: RecordFields,
): boolean {
  if (userField(name)?.form === 'provider') return isIdentitySaved(name, sent, after)
  // If the response lacks the field, an empty value is inconclusive.
  if (sameUserValue(name, value, record[name])) return record[name] !== undefined
  // Without a separate commit email, GitLab returns the primary one.
  return name === 'commit_email' && !value && sameUserValue(name, record[name], record['email'])
}

function isIdentitySaved(name: string, sent: RecordFields, after: ReturnedUser): boolean {
  const identity = findIdentity(after, String(sent['provider']))
  if (!identity) return false
  if (name === 'extern_uid') return sameUserValue(name, identity.extern_uid, sent[name])
  // GitLab returns the group's provider, but not the group.
  return name === 'provider' || (identity.saml_provider_id ?? null) !== null
}
