import { mayHaveHappened } from '../../../../shared/rules/failure.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import { compareUser } from '../../../../shared/rules/user-comparison.ts'
import { createAuditEvent } from '../../../audit-log/audit-event.ts'
import { failureOutcome } from '../../../audit-log/audit.ts'
import { isAboutRights } from '../../../gitlab/throttle.ts'
import { type UnformattedFailure, FailureError } from '../../../platform/failure.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { ItemContext, JobKind, JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { findCreated } from './find-created.ts'
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
    return toCreated(row, user, [{ action, fields, changes, target: user, outcome: 'done' }])
  } catch (error) {
    const failure = toFailureOrThrow(error)
    // The instance refuses all changes for now, and each attempt would add an entry.
    const isReadOnly = failure.reason === 'read-only-instance'
    const outcome = isReadOnly ? undefined : failureOutcome(error)
    const writes = outcome ? [{ action, fields, changes, ...outcome }] : []
    if (failure.creation ?? mayHaveHappened(failure)) {
      return { ...(await toUnknown(context, failure)), writes }
    }
    if (!isAboutRow(failure)) {
      const accountFailure = await withLostRights(context, failure)
      const isLasting = lastingKinds.has(accountFailure.kind)
      return { kind: 'delayed', failure: accountFailure, isLasting, snapshot: lost ?? {}, writes }
    }
    // An earlier attempt may have created the user who has the name.
    const isOurs = failure.kind === 'conflict' && lost?.sentAt !== undefined
    const lookup = isOurs ? await lookUp(context, row) : undefined
    if (!lookup || lookup.kind === 'again') return { kind: 'refused', failure, sent: true, writes }
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
    return toCreated(row, user, [{ action, fields, changes, target: user, outcome: 'done' }])
  } catch (error) {
    return await toUnknown(context, toFailureOrThrow(error))
  }
}

function toCreated(row: NewUserRow, user: AdminListUser, writes: readonly SentWrite[]): JobOutcome {
  const { ignored } = compareUser({ ...row.parameters.user }, user)
  const result: NewUserRow['result'] = { ignored, ...(user.web_url && { webUrl: user.web_url }) }
  return {
    kind: 'done',
    after: user.state ?? 'active',
    sent: true,
    target: user.id,
    result,
    writes,
  }
}

async function toUnknown(context: ItemContext, failure: UnformattedFailure) {
  const accountFailure = await withLostRights(context, failure)
  const isLasting = lastingKinds.has(accountFailure.kind)
  return { kind: 'unknown', failure: accountFailure, accepted: false, isLasting } as const
}

/**
 * GitLab's response is the same for former administrators as for administrators without Admin Mode, and silently omits
 * emails.
 */
async function withLostRights(
  context: ItemContext,
  failure: UnformattedFailure,
): Promise<UnformattedFailure> {
  if (failure.kind !== 'forbidden' || isAboutRights(failure)) return failure
  try {
    const isStillAdmin = await context.isStillAdmin()
    return isStillAdmin ? failure : { ...failure, reason: 'administrators-only' }
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
}

/**
 * Failures after which the same request keeps failing until something changes: the account, its token, or this
 * computer.
 */
const lastingKinds: ReadonlySet<string> = new Set<UnformattedFailure['kind']>([
  'forbidden',
  'not-found',
  'keychain',
  'unexpected',
])

/**
 * Whether a failure is only about this user. GitLab asks for a retry if another request has locked a record
 * (`lib/api/helpers.rb`).
 */
function isAboutRow({ kind, serviceText = '' }: UnformattedFailure): boolean {
  return (kind === 'invalid' || kind === 'conflict') && !/resource lock/i.test(serviceText)
}
