import type { UserEdit } from '../../../../shared/operations/plans.ts'
import { normalEmail } from '../../../../shared/rules/email-address.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import type { RecordFields } from '../../../../shared/rules/three-way.ts'

/** The new values of a user's fields, including unchanged ones, by their name in the request. */
export function editedFields(edit: UserEdit, user: UserForAdmins): RecordFields {
  const { note, identity, emailDomain, ...values } = edit
  return withoutUndefined({
    ...values,
    note: note && editedNote(note, user.note ?? ''),
    extern_uid: identity && fillTemplate(identity.uid, user),
    email: emailDomain && movedEmail(emailDomain, user.email ?? ''),
  })
}

function editedNote({ mode, text }: NonNullable<UserEdit['note']>, note: string): string {
  if (mode === 'replace') return text
  const lines = `\n${note.replaceAll('\r\n', '\n')}\n`
  if (lines.includes(`\n${text}\n`)) return note
  return note === '' ? text : `${note}\n${text}`
}

/** `{username}@example.com` → `ada@example.com` */
function fillTemplate(pattern: string, { id, username, email }: UserForAdmins): string {
  const values: Record<string, string> = { id: String(id), username, email: email ?? '' }
  return pattern.replace(/\{(id|username|email)\}/g, (_, name: string) => values[name]!)
}

/** The address after moving it to the new domain; undefined if it isn't in the old one. */
function movedEmail(
  { from, to }: NonNullable<UserEdit['emailDomain']>,
  email: string,
): string | undefined {
  const suffix = `@${normalEmail(from)}`
  const address = normalEmail(email)
  if (!address.endsWith(suffix)) return undefined
  return `${email.trim().slice(0, -suffix.length)}@${to.toLowerCase()}`
}

function withoutUndefined(fields: RecordFields): RecordFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
