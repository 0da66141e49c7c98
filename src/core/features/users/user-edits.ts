import type { AdminListUser, UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { RecordFields } from '../../../shared/rules/three-way.ts'
import { compareUser } from '../../../shared/rules/user-comparison.ts'
import { sameUserValue, userRecord } from '../../../shared/rules/user-record.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { FieldChange } from '../../../shared/operations/audit-log.ts'
import type { Audit } from '../../audit-log/audit.ts'
import type { Handlers } from '../feature.ts'
import { createAuditEvent } from '../../audit-log/audit-event.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import {
  type EditableRecord,
  pickFields,
  saveEdit,
  undoEdit,
} from '../../gitlab/record-edits/record-edit.ts'

/** Creates and edits users. Every write is recorded in the audit log. */
export function userEditHandlers(audit: Pick<Audit, 'run'>): Handlers['userEdits'] {
  function editableUser(
    gitlab: GitLabClient,
    { id, changes }: { id: number; changes: RecordFields },
  ): EditableRecord<UserForAdmins> {
    const provider = changes['provider']
    const fieldsOf = (user: UserForAdmins) =>
      userRecord(user, typeof provider === 'string' ? provider : undefined)
    return {
      read: () => readUser(gitlab, id),
      write: async (fields, now) => {
        const input = { id, ...fields }
        const before = pickFields(fieldsOf(now), Object.keys(fields))
        const auditEvent = await createAuditEvent('users.modify', users.modify, input, gitlab)
        return audit.run(
          gitlab.account,
          { ...auditEvent, changes: fieldChanges(fields, before) },
          async () => readFullUser(gitlab, await gitlab.call(users.modify, input)),
          (after) => savedChanges(fields, before, after),
        )
      },
      fieldsOf,
      same: sameUserValue,
      compare: compareUser,
      sentTogether: (mine, conflicts) => sentTogether(changes, mine, conflicts),
    }
  }

  return {
    save: (edit, gitlab) => saveEdit(editableUser(gitlab, edit), edit),
    undo: (edit, gitlab) => undoEdit(editableUser(gitlab, edit), edit),
    async create(user, gitlab) {
      const auditEvent = await createAuditEvent('users.create', users.create, { ...user }, gitlab)
      const created = await audit.run(
        gitlab.account,
        auditEvent,
        async () => readFullUser(gitlab, await gitlab.call(users.create, user)),
        (now) => savedChanges({ ...user }, {}, now),
      )
      return { user: created, ignored: compareUser({ ...user }, created).ignored }
    },
  }
}

/** What GitLab actually changed. Ignored fields keep their value. */
function savedChanges(
  sent: RecordFields,
  before: RecordFields,
  after: UserForAdmins,
): FieldChange[] {
  const { ignored } = compareUser(sent, after)
  const unchangedValues = Object.fromEntries(ignored.map((name) => [name, before[name] ?? null]))
  return fieldChanges({ ...sent, ...unchangedValues }, { ...before, ...unchangedValues })
}

/** Reads a user with the fields that only administrators see. */
async function readUser(gitlab: GitLabClient, id: number): Promise<UserForAdmins> {
  const user = await gitlab.call(users.get, { id })
  if (isAdminView(user)) return user
  // Without Admin Mode or admin rights, GET returns only public fields. An empty change is then refused with the
  // reason.
  return gitlab.call(users.modify, { id })
}

/** Reads the user again, because the response to a write lacks some fields. If that fails, uses the response. */
async function readFullUser(gitlab: GitLabClient, answer: AdminListUser): Promise<UserForAdmins> {
  const user = await gitlab.call(users.get, { id: answer.id }).catch(() => undefined)
  // Administrators who have removed their own rights see fewer fields from then on.
  return user ? { ...answer, ...user } : answer
}

/** Only the response for administrators has `is_admin`. */
function isAdminView({ is_admin: isAdmin }: UserForAdmins): boolean {
  return isAdmin !== undefined
}

const identityFields = ['provider', 'extern_uid', 'group_id_for_saml']

/** Always sends both parts of an identity, and `skip_reconfirmation` only with a new email. */
function sentTogether(
  changes: RecordFields,
  mine: readonly string[],
  conflicts: readonly string[],
): string[] {
  const isChanged = (name: string) => changes[name] !== undefined
  const sendsIdentity =
    !conflicts.includes('extern_uid') &&
    ['extern_uid', 'group_id_for_saml'].some((name) => mine.includes(name))
  return [
    ...mine.filter((name) => !identityFields.includes(name) && name !== 'skip_reconfirmation'),
    ...(mine.includes('email') ? ['skip_reconfirmation'].filter(isChanged) : []),
    ...(sendsIdentity ? identityFields.filter(isChanged) : []),
  ]
}
