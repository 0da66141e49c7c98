import { z } from 'zod'
import { message } from '../../../../shared/messages/message.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { fieldChanges } from '../../../audit-log/changes.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import { assertAdmin, toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { outcomeOfFailedWrite } from '../../../jobs/write-outcome.ts'
import type { ActionContext } from '../read-user.ts'
import type { Task } from './task.ts'

/** A key, token, email address or identity of a user. */
const UserObject = z.object({
  /** The ID, or the provider of an identity. */
  id: z.union([z.number(), z.string()]),
  /** Its name in the audit log. */
  label: z.string(),
  /** What the audit log says about it, by field. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type UserObject = z.output<typeof UserObject>

export interface ObjectKind {
  /** The write's name in the audit log. */
  write: string
  list(context: ActionContext, user: UserForAdmins): Promise<UserObject[]>
  remove(context: ActionContext, user: UserForAdmins, id: never): Promise<unknown>
}

/**
 * A task that removes all objects of a kind. Each is removed by its ID, which no other object gets, and the list that is read
 * afterwards decides what was removed.
 */
export function removeObjects(kind: ObjectKind): Task {
  return {
    async prepare(context, attempt, user) {
      let found: UserObject[]
      try {
        found = await kind.list(context, user)
      } catch (error) {
        return { kind: 'delayed', failure: toFailureOrThrow(error) }
      }
      const after = user.state
      if (found.length === 0) {
        const isOwn = attempt.before !== undefined
        return { kind: 'done', after, sent: isOwn, writes: [], ...(!isOwn && nothingThere) }
      }
      const snapshot = found
      return { before: after, snapshot, send: () => removeEach(kind, context, user, snapshot) }
    },
    async reconcile(context, attempt, user) {
      const sent = z.array(UserObject).parse(attempt.snapshot ?? [])
      const settled = await settle(kind, context, user, sent)
      if (settled.kind !== 'refused') return settled
      // What is left is listed and removed again.
      return { kind: 'again', writes: settled.writes?.filter(({ outcome }) => outcome === 'done') }
    },
  }
}

async function removeEach(
  kind: ObjectKind,
  context: ActionContext,
  user: UserForAdmins,
  objects: readonly UserObject[],
): Promise<JobOutcome> {
  let refusal: UnformattedFailure | undefined
  for (const [index, { id }] of objects.entries()) {
    try {
      await kind.remove(context, user, id as never)
    } catch (error) {
      const failure = toFailureOrThrow(error)
      const writes = objects.slice(0, index).map((one) => toWrite(kind, one))
      const snapshot = objects.slice(index)
      const outcome = outcomeOfFailedWrite(failure)
      if (outcome === 'unknown')
        return { kind: 'unknown', failure, accepted: false, writes, snapshot }
      const stop = outcome === 'not-done' ? failure : await lostRights(context, failure)
      if (stop) return { kind: 'delayed', failure: stop, writes }
      // Another administrator may have removed it; the list tells.
      if (failure.kind !== 'not-found') refusal ??= failure
    }
  }
  return await settle(kind, context, user, objects, refusal)
}

/** GitLab answers a former administrator as it does one without Admin Mode. */
async function lostRights(
  context: ActionContext,
  failure: UnformattedFailure,
): Promise<UnformattedFailure | undefined> {
  if (failure.status !== 403) return undefined
  try {
    await assertAdmin(context)
    return undefined
  } catch (error) {
    return toFailureOrThrow(error)
  }
}

/** The outcome by the list as it is now. */
async function settle(
  kind: ObjectKind,
  context: ActionContext,
  user: UserForAdmins,
  sent: readonly UserObject[],
  refusal: UnformattedFailure = notRemoved,
): Promise<JobOutcome> {
  let left: UserObject[]
  try {
    left = await kind.list(context, user)
  } catch (error) {
    return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: false, snapshot: sent }
  }
  const leftIds = new Set(left.map(({ id }) => id))
  const removed = sent.filter(({ id }) => !leftIds.has(id)).map((one) => toWrite(kind, one))
  if (left.length === 0) return { kind: 'done', after: user.state, sent: true, writes: removed }
  const refused = sent
    .filter(({ id }) => leftIds.has(id))
    .map((one) => ({ ...toWrite(kind, one), outcome: 'refused' as const, answer: refusal.message }))
  return {
    kind: 'refused',
    failure: refusal,
    after: user.state,
    sent: true,
    writes: [...removed, ...refused],
  }
}

function toWrite({ write }: ObjectKind, { label, fields = {} }: UserObject): SentWrite {
  return { action: write, object: label, changes: fieldChanges({}, fields), outcome: 'done' }
}

const nothingThere = {
  notice: { kind: 'conflict', message: message('queue.nothingThere') },
} satisfies { notice: UnformattedFailure }

const notRemoved: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.notAllRemoved'),
  hint: message('queue.notAllRemovedHint'),
}
