import { mayHaveHappened } from '../../../../shared/rules/failure.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import { compareUser } from '../../../../shared/rules/user-comparison.ts'
import { createAuditEvent } from '../../../audit-log/audit-event.ts'
import { failureOutcome } from '../../../audit-log/audit.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { ItemContext, JobKind, JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { findCreated } from './find-created.ts'
import { type CreatedResult, addFurther, hasFurther, toDone } from './add-further.ts'
import { isLastingFailure, withLostRights } from './row-failure.ts'
import { type NewUserRow, onboardingName } from './run-store.ts'

/** How many users are created concurrently. GitLab takes a second and sends an email for each. */
const maxConcurrentUsers = 4

/**
 * Creates users. They don't exist yet, so they can't be read first. After a lost response, or if another user may have
 * taken the name, the user is looked up by username and email instead. Guarantee: no user is created twice.
 */
export const onboardingKind: JobKind<NewUserRow> = {
  name: onboardingName,
  writes: true,
  atOnce: maxConcurrentUsers,
  prepare: (context, row) => {
    const lost = row.snapshot
    const { target, result } = row
    if (target.id !== undefined && result) {
      const user = { ...target, id: target.id }
      const writes: SentWrite[] = []
      return Promise.resolve({
        // A stored snapshot means that something was sent.
        snapshot: lost ?? {},
        send: () => addFurther(context, row, { user, result, writes }),
      })
    }
    const sentAt = lost?.sentAt ?? context.now()
    return Promise.resolve({ snapshot: { sentAt }, send: () => create(context, row, lost) })
  },
  lookUp,
}

/** `lost`: an earlier attempt whose response was lost. */
async function create(
  context: ItemContext,
  row: NewUserRow,
  lost: NewUserRow['snapshot'],
): Promise<JobOutcome> {
  const input = row.parameters.user
  const event = await createAuditEvent('users.create', users.create, { ...input }, context)
  const { action, fields, changes } = event
  try {
    const user = await context.call(users.create, input)
    const writes: SentWrite[] = [{ action, fields, changes, target: user, outcome: 'done' }]
    const result = toResult(row, user)
    return await addFurther(context, row, { user, result, writes })
  } catch (error) {
    const failure = toFailureOrThrow(error)
    // The instance refuses all changes for now, and each attempt would add an entry.
    const isReadOnly = failure.reason === 'read-only-instance'
    const outcome = isReadOnly ? undefined : failureOutcome(error)
    const writes = outcome ? [{ action, fields, changes, ...outcome }] : []
    if (failure.creation ?? mayHaveHappened(failure)) {
      return { ...(await toUnknown(context, failure)), writes }
    }
    const accountFailure = await withLostRights(context, failure)
    if (!isAboutRow(accountFailure)) {
      const isLasting = isLastingFailure(accountFailure)
      return { kind: 'delayed', failure: accountFailure, isLasting, snapshot: lost ?? {}, writes }
    }
    // An earlier attempt may have created the user who has the name.
    const isOurs = failure.kind === 'conflict' && lost?.sentAt !== undefined
    const lookup = isOurs ? await lookUp(context, row) : undefined
    if (!lookup || (lookup.kind === 'again' && !lookup.result))
      return { kind: 'refused', failure, sent: true, writes }
    const lookupWrites = 'writes' in lookup ? (lookup.writes ?? []) : []
    return { ...lookup, writes: [...writes, ...lookupWrites] } as JobOutcome
  }
}

/** Finds out whether a user was created despite a lost response. */
async function lookUp(context: ItemContext, row: NewUserRow): Promise<JobOutcome> {
  try {
    const created = await findCreated(context, row)
    if (!created) return { kind: 'again' }
    if ('refusal' in created) {
      const failure: UnformattedFailure = { kind: 'conflict', message: created.refusal }
      return { kind: 'refused', failure, sent: true, writes: [] }
    }
    const { user } = created
    const input = { ...row.parameters.user }
    const event = await createAuditEvent('users.create', users.create, input, context)
    const { action, fields, changes } = event
    // The audit log contains the request but not that it succeeded.
    const writes: SentWrite[] = [{ action, fields, changes, target: user, outcome: 'done' }]
    const result = toResult(row, user)
    if (!hasFurther(row)) return toDone({ user, result, writes })
    // What follows is sent by the next attempt, which knows that the user exists.
    return { kind: 'again', target: user.id, result, writes }
  } catch (error) {
    return await toUnknown(context, toFailureOrThrow(error))
  }
}

function toResult(row: NewUserRow, user: AdminListUser): CreatedResult {
  const { ignored } = compareUser({ ...row.parameters.user }, user)
  return {
    ignored,
    state: user.state ?? 'active',
    ...(user.web_url && { webUrl: user.web_url }),
    ...(row.snapshot?.sentAt !== undefined && { sentAt: row.snapshot.sentAt }),
  }
}

async function toUnknown(context: ItemContext, failure: UnformattedFailure) {
  const accountFailure = await withLostRights(context, failure)
  const isLasting = isLastingFailure(accountFailure)
  return { kind: 'unknown', failure: accountFailure, accepted: false, isLasting } as const
}

/**
 * Whether a failure is only about this user. GitLab asks for a retry if another request has locked a record
 * (`lib/api/helpers.rb`).
 */
function isAboutRow({ kind, reason, serviceText = '' }: UnformattedFailure): boolean {
  if (kind === 'forbidden') return reason === undefined
  return (kind === 'invalid' || kind === 'conflict') && !/resource lock/i.test(serviceText)
}
