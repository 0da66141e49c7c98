import { createFailure } from '../../../platform/failures.ts'
import { associations } from '../../../../shared/gitlab/associations.ts'
import { customAttributes } from '../../../../shared/gitlab/custom-attributes.ts'
import type { AnyEndpoint } from '../../../../shared/gitlab/endpoint.ts'
import { message } from '../../../../shared/messages/message.ts'
import { createAuditEvent } from '../../../audit-log/audit-event.ts'
import { failureOutcome } from '../../../audit-log/audit.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { ItemContext, JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { isLastingFailure, withLostRights } from './row-failure.ts'
import type { NewUserRow } from './run-store.ts'

export type CreatedResult = NonNullable<NewUserRow['result']>

/** A created user, what is known about the creation, and the requests for the audit log. */
export interface Created {
  user: { id: number; username: string }
  result: CreatedResult
  writes: SentWrite[]
}

/** One request that follows a creation. Repeating it has no effect. */
interface FurtherRequest {
  /** Names it in the result. */
  key: string
  name: string
  endpoint: AnyEndpoint
  input: Record<string, unknown>
  object: string
}

export function hasFurther({ parameters: { groups, attributes } }: NewUserRow): boolean {
  return Boolean(groups?.length || attributes?.length)
}

function furtherRequests({ parameters }: NewUserRow, id: number): FurtherRequest[] {
  const { groups = [], attributes = [] } = parameters
  return [
    ...attributes.map(({ key, value }) => ({
      key: `attribute ${key}`,
      name: 'customAttributes.set',
      endpoint: customAttributes.set,
      input: { id, attribute: key, value },
      object: key,
    })),
    ...groups.map(({ group, level }) => ({
      key: `group ${group}`,
      name: 'associations.addGroupMember',
      endpoint: associations.addGroupMember,
      input: { group, user_id: id, access_level: level },
      object: group,
    })),
  ]
}

/**
 * Sets a created user's custom attributes and adds them to groups. Requests that fail for a reason of their own don't
 * stop the others; any other failure delays the rest.
 */
export async function addFurther(
  context: ItemContext,
  row: NewUserRow,
  { user, result, writes }: Created,
): Promise<JobOutcome> {
  const added = [...(result.added ?? [])]
  const failed: { object: string; failure: UnformattedFailure }[] = []
  for (const request of furtherRequests(row, user.id)) {
    if (added.includes(request.key)) continue
    const { name, endpoint, input, object } = request
    const { action, fields, changes } = await createAuditEvent(name, endpoint, input, context)
    const write = { action, fields, changes, object, target: user }
    try {
      await context.call(endpoint, input as never)
      writes.push({ ...write, outcome: 'done' })
      added.push(request.key)
    } catch (error) {
      const failure = await withLostRights(context, toFailureOrThrow(error))
      // GitLab refuses to add a member again.
      if (failure.status === 409) {
        added.push(request.key)
        continue
      }
      const outcome = failureOutcome(error)
      if (outcome) writes.push({ ...write, ...outcome })
      if (!isAboutRequest(failure)) {
        const isLasting = isLastingFailure(failure)
        const kept = { snapshot: row.snapshot ?? {}, target: user.id, writes }
        return { kind: 'delayed', failure, isLasting, result: { ...result, added }, ...kept }
      }
      failed.push({ object, failure })
    }
  }
  const done = toDone({ user, result: { ...result, added }, writes })
  if (failed.length === 0) return done
  const reasons = failed.map(({ object, failure }) =>
    message('common.labeled', { label: object, value: failure.message }),
  )
  // The user exists, so this isn't a failure to create one.
  const notice: UnformattedFailure = createFailure('onboarding.furtherFailed', { reasons })
  return { ...done, notice }
}

export function toDone({ user, result, writes }: Created) {
  const after = result.state ?? 'active'
  return { kind: 'done', after, sent: true, target: user.id, result, writes } as const
}

/** Whether a failure is only about this group or attribute. */
function isAboutRequest({ kind, reason }: UnformattedFailure): boolean {
  if (kind === 'forbidden') return reason === undefined
  return kind === 'invalid' || kind === 'conflict' || kind === 'not-found'
}
