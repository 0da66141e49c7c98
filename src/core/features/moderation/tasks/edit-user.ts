import { createFailure } from '../../../platform/failures.ts'
import { z } from 'zod'
import { UserEdit } from '../../../../shared/operations/plans.ts'
import { auditFieldLabel } from '../../../../shared/rules/audit-labels.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import type { RecordFields } from '../../../../shared/rules/three-way.ts'
import { sameUserValue, userRecord } from '../../../../shared/rules/user-record.ts'
import { fieldChanges } from '../../../audit-log/changes.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { failedWriteOutcome } from '../../../jobs/write-outcome.ts'
import type { UserOrGone } from '../compare.ts'
import { type ActionContext, readTargetUser } from '../read-user.ts'
import { editedFields } from './edited-fields.ts'
import type { Task } from './task.ts'

/** The changed fields before and after, by their name in the request. */
const Snapshot = z.object({
  provider: z.string().optional(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
type Snapshot = z.output<typeof Snapshot>

/** Edits a user's fields. The new values are computed from the current ones. */
export const editUserTask: Task = {
  async prepare(context, attempt, user) {
    const snapshot = changesOf(UserEdit.parse(attempt.parameters), user)
    if (Object.keys(snapshot.after).length === 0) {
      const isOwn = attempt.before !== undefined
      const notice: UnformattedFailure = createFailure('queue.nothingToChange')
      return { kind: 'done', after: user.state, sent: isOwn, writes: [], ...(!isOwn && { notice }) }
    }
    return { before: user.state, snapshot, send: () => send(context, user.id, snapshot) }
  },

  async reconcile(_, attempt, user) {
    const snapshot = Snapshot.parse(attempt.snapshot)
    if (hasValues(user, snapshot, snapshot.after)) return toDone(user, snapshot)
    if (hasValues(user, snapshot, snapshot.before)) return { kind: 'again' }
    return { kind: 'conflict', after: user.state, failure: changedMeanwhile }
  },
}

/** The fields that an edit changes for this user. */
function changesOf(edit: UserEdit, user: UserForAdmins): Snapshot {
  const provider = edit.identity?.provider
  const record = userRecord(user, provider)
  const newFields = Object.entries(editedFields(edit, user))
  const changed = newFields.filter(([field, value]) => !sameUserValue(field, record[field], value))
  return {
    provider,
    before: Object.fromEntries(changed.map(([field]) => [field, record[field] ?? null])),
    after: Object.fromEntries(changed),
  }
}

async function send(context: ActionContext, id: number, snapshot: Snapshot): Promise<JobOutcome> {
  const { provider, after } = snapshot
  let current: UserOrGone
  try {
    await context.call(users.modify, {
      id,
      ...after,
      // An identity is a pair. A new address is confirmed immediately, as if an administrator had entered it.
      ...('extern_uid' in after && { provider }),
      ...('email' in after && { skip_reconfirmation: true }),
    })
  } catch (error) {
    const failure = toFailureOrThrow(error)
    const outcome = failedWriteOutcome(failure)
    if (outcome === 'unknown') return { kind: 'unknown', failure, accepted: false }
    if (outcome === 'not-done') return { kind: 'delayed', failure }
    const writes = [toWrite(snapshot, 'refused', failure)]
    return { kind: 'refused', failure, sent: true, writes }
  }
  try {
    current = await readTargetUser(context, id)
  } catch (error) {
    return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: false }
  }
  if (current === 'gone')
    return { kind: 'refused', failure: createFailure('queue.userGone'), sent: true }
  if (hasValues(current, snapshot, after)) return toDone(current, snapshot)
  const failure = ignoredFailure(current, snapshot)
  const writes = [toWrite(snapshot, 'refused', failure)]
  return { kind: 'refused', failure, after: current.state, sent: true, writes }
}

function hasValues(user: UserForAdmins, { provider }: Snapshot, values: RecordFields): boolean {
  return differentFields(user, provider, values).length === 0
}

function differentFields(
  user: UserForAdmins,
  provider: string | undefined,
  values: RecordFields,
): string[] {
  const record = userRecord(user, provider)
  return Object.keys(values).filter((field) => !sameUserValue(field, record[field], values[field]))
}

function toDone({ state }: UserForAdmins, snapshot: Snapshot): JobOutcome {
  return { kind: 'done', after: state, sent: true, writes: [toWrite(snapshot, 'done')] }
}

function toWrite(
  { provider, before, after }: Snapshot,
  outcome: 'done' | 'refused',
  failure?: UnformattedFailure,
): SentWrite {
  return {
    action: 'users.modify',
    object: provider,
    fields: Object.keys(after),
    changes: fieldChanges(after, before),
    outcome,
    answer: failure?.message,
  }
}

function ignoredFailure(user: UserForAdmins, { provider, after }: Snapshot): UnformattedFailure {
  const fields = differentFields(user, provider, after).map(auditFieldLabel)
  return createFailure('queue.fieldsIgnored', { fields })
}

const changedMeanwhile: UnformattedFailure = createFailure('queue.fieldsChanged')
