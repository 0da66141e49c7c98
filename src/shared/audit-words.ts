import type { FieldChange } from './app/audit-log.ts'
import { userFieldLabels } from './field-labels.ts'
import { fields } from './messages/en/screens/fields.ts'
import { moderationLabels } from './moderation.ts'
import { nameWords } from './name-words.ts'

/** The actions of the audit log in words, on the screen and in exports: those of the queue, and writes of the service. */
const actionLabels: Record<string, string> = {
  ...moderationLabels,
  'users.create': 'Create user',
  'users.modify': 'Edit user',
  'users.removeIdentity': 'Remove identity',
  'users.viewAs': 'View as',
  'sshKeys.addFor': 'Add SSH key',
  'sshKeys.removeOf': 'Delete SSH key',
  'gpgKeys.addFor': 'Add GPG key',
  'gpgKeys.removeOf': 'Delete GPG key',
  'emails.addFor': 'Add email',
  'emails.removeOf': 'Delete email',
  'impersonationTokens.create': 'Create impersonation token',
  'impersonationTokens.revoke': 'Revoke impersonation token',
  'personalAccessTokens.createFor': 'Create personal access token',
  'serviceAccounts.create': 'Create service account',
}

const fieldLabels: Record<string, string> = {
  ...Object.fromEntries(Object.entries(userFieldLabels).map(([name, id]) => [name, fields[id]])),
  avatar: 'Avatar',
  commit_email: 'Commit email',
  description: 'Description',
  email: 'Email',
  expires_at: 'Expiry date',
  force_random_password: 'Random password',
  key: 'Key',
  public_email: 'Public email',
  reset_password: 'Password reset link',
  scopes: 'Scopes',
  title: 'Title',
  usage_type: 'Usage',
}

/** An action in words; one that an older or newer Latchkey wrote as well as its name tells. */
export function auditActionLabel(action: string): string {
  return own(actionLabels, action)
}

/** A field in words. */
export function auditFieldLabel(field: string): string {
  return own(fieldLabels, field)
}

/** What was written into a field: "Note: “original” → “LEGAL HOLD”". */
export function changeText({ field, before, after }: FieldChange): string {
  const label = auditFieldLabel(field)
  if (before === undefined && after === undefined) return `${label}: changed`
  if (before === after) return `${label}: unchanged`
  if (before === undefined) return `${label}: ${valueText(after)}`
  if (after === undefined) return `${label}: was ${valueText(before)}`
  return `${label}: ${valueText(before)} → ${valueText(after)}`
}

function valueText(value: FieldChange['before']): string {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? `“${value}”` : String(value)
}

function own(labels: Record<string, string>, name: string): string {
  return Object.hasOwn(labels, name) ? labels[name]! : nameWords(name)
}
