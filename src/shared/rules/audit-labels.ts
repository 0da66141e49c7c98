import { type Message, type MessageId, type Text, message } from '../messages/message.ts'
import { moderationLabel, queueActions } from './moderation.ts'
import { spellOutName } from './name-words.ts'
import { userField } from './user-fields.ts'

/** The names for audit log actions on the screen and in exports: queue actions and API writes. */
const actionLabels: Record<string, MessageId> = {
  ...Object.fromEntries(queueActions.map((action) => [action, moderationLabel(action)])),
  'users.create': 'editing.createUser',
  'users.modify': 'app.editUserScreen',
  'users.removeIdentity': 'user.deleteIdentity',
  'users.viewAs': 'app.viewAsScreen',
  'customAttributes.set': 'auditLog.setCustomAttribute',
  'customAttributes.remove': 'auditLog.removeCustomAttribute',
  'sshKeys.addFor': 'auditLog.addSshKey',
  'sshKeys.removeOf': 'auditLog.deleteSshKey',
  'gpgKeys.addFor': 'auditLog.addGpgKey',
  'gpgKeys.removeOf': 'auditLog.deleteGpgKey',
  'emails.addFor': 'auditLog.addEmail',
  'emails.removeOf': 'auditLog.deleteEmail',
  'impersonationTokens.create': 'auditLog.createImpersonationToken',
  'impersonationTokens.revoke': 'auditLog.revokeImpersonationToken',
  'personalAccessTokens.createFor': 'auditLog.createPersonalAccessToken',
  'personalAccessTokens.revoke': 'auditLog.revokePersonalAccessToken',
  'anyTokens.revoke': 'auditLog.revokeAnyToken',
  'associations.addGroupMember': 'auditLog.addGroupMember',
  'associations.removeGroupMember': 'auditLog.removeGroupMember',
  'associations.removeProjectMember': 'auditLog.removeProjectMember',
  'serviceAccounts.create': 'serviceAccounts.create',
  'user.createRunner': 'runners.create',
  'applications.create': 'auditLog.registerApplication',
  'applications.remove': 'auditLog.deleteApplication',
  'accounts.revokeToken': 'auditLog.revokeToken',
  'accounts.rotateToken': 'auditLog.rotateToken',
  'auditLog.gap': 'auditLog.gap',
  'commandLine.findUser': 'auditLog.findUserByCommand',
  'commandLine.searchUsers': 'auditLog.searchUsersByCommand',
  'exceptions.remove': 'auditLog.removeException',
  'exceptions.set': 'auditLog.setException',
  'limits.set': 'auditLog.raiseCeiling',
  'limits.setReasons': 'auditLog.changeReasons',
  'limits.startAnew': 'auditLog.startLimitsAnew',
}

/** All actions that this version records. */
export const auditActions: readonly string[] = Object.keys(actionLabels)

/** Labels for fields that forms label differently or don't contain. */
const fieldLabels: Record<string, MessageId> = {
  access_level: 'auditLog.field_access_level',
  avatar: 'fields.avatar',
  commit_email: 'fields.commitEmail',
  confidential: 'auditLog.field_confidential',
  description: 'runners.description',
  expires_at: 'forms.expiryDate',
  group_id: 'runners.groupId',
  key: 'forms.key',
  kind: 'auditLog.field_kind',
  limit: 'auditLog.field_limit',
  ticketPattern: 'limits.ticketPattern',
  until: 'limits.endsOn',
  withReason: 'limits.withReason',
  locked: 'runners.locked',
  maintenance_note: 'runners.maintenanceNote',
  maximum_timeout: 'runners.timeout',
  paused: 'runners.paused',
  project_id: 'runners.projectId',
  redirect_uri: 'auditLog.field_redirect_uri',
  run_untagged: 'runners.runUntagged',
  runner_type: 'runners.scope',
  scopes: 'user.scopes',
  tag_list: 'runners.tags',
  title: 'auditLog.field_title',
  usage_type: 'auditLog.field_usage_type',
  value: 'user.attributeValue',
}

/** The name of an action. For an action from another version of Latchkey, it is derived from the operation. */
export function auditActionLabel(action: string): Text {
  const id = ownValue(actionLabels, action)
  return id ? message(id) : spellOutName(action)
}

/** The name of a field. */
export function auditFieldLabel(field: string): Text {
  const id = ownValue(fieldLabels, field) ?? userField(field)?.label
  return id ? message(id) : spellOutName(field)
}

type FieldValue = string | number | boolean | null | undefined

/** A changed field with its values: "Note: “original” → “LEGAL HOLD”". */
export function changeMessage({
  field,
  before,
  after,
}: {
  field: string
  before?: FieldValue
  after?: FieldValue
}): Message {
  const label = auditFieldLabel(field)
  if (before === undefined && after === undefined) return message('auditLog.changed', { label })
  if (before === after) return message('auditLog.unchanged', { label })
  if (before === undefined) return message('common.labeled', { label, value: valueText(after) })
  if (after === undefined) return message('auditLog.was', { label, before: valueText(before) })
  return message('auditLog.changedTo', {
    label,
    before: valueText(before),
    after: valueText(after),
  })
}

function valueText(value: FieldValue): Text {
  if (value === null || value === '') return message('auditLog.empty')
  if (typeof value === 'boolean') return message(value ? 'common.yes' : 'common.no')
  return typeof value === 'string' ? message('common.quoted', { value }) : String(value)
}

function ownValue<T>(labels: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined
}
