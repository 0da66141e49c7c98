import { type StepObjects, countedUsersLimit } from '../../../../shared/operations/bulk.ts'
import type { ObjectProblem } from '../../../../shared/operations/jobs.ts'
import type { QueueAction } from '../../../../shared/rules/moderation.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import { type ActionContext, readTargetUser } from '../read-user.ts'
import type { ObjectKind } from '../tasks/remove-objects.ts'
import { objectKinds } from '../tasks/tasks.ts'

/** How long (ms) a preview waits for the counts. */
const maxWaitMs = 10_000
/** How many users are read concurrently. */
const maxConcurrentUsers = 4

export interface CountOptions {
  gitlab: Pick<GitLabClient, 'account' | 'call' | 'all' | 'page'>
  /** The ID of the account's user. */
  actorId: number
  now(): number
  /** Aborts when the counts are no longer needed. */
  signal: AbortSignal
}

type Count = number | ObjectProblem | undefined

/**
 * Counts the objects that each step would currently remove from these users. Never throws: objects that can't be read
 * aren't counted.
 */
export async function countStepObjects(
  actions: readonly QueueAction[],
  users: readonly number[],
  options: CountOptions,
): Promise<StepObjects[]> {
  const kinds = actions.map((action) => (objectKinds as Record<string, ObjectKind>)[action])
  if (users.length > countedUsersLimit || kinds.every((kind) => kind === undefined)) {
    return actions.map((action) => ({ action }))
  }
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(maxWaitMs)])
  const context = readingContext({ ...options, signal })
  const remaining = [...users]
  const counts: Count[][] = []
  const readNext = async () => {
    for (let id = remaining.shift(); id !== undefined; id = remaining.shift()) {
      counts.push(await countOf(id, kinds, context))
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentUsers }, readNext))
  return actions.map((action, step) => {
    if (!kinds[step]) return { action }
    return { action, ...sumOf(counts.map((ofUser) => ofUser[step])) }
  })
}

function sumOf(counts: readonly Count[]): Omit<StepObjects, 'action'> {
  const problem = counts.find((count) => typeof count === 'string')
  if (problem) return { problem }
  if (counts.includes(undefined)) return {}
  return { count: counts.reduce<number>((sum, count) => sum + (count as number), 0) }
}

async function countOf(
  id: number,
  kinds: readonly (ObjectKind | undefined)[],
  context: ActionContext,
): Promise<Count[]> {
  const counts: Count[] = kinds.map(() => undefined)
  try {
    const user = await readTargetUser(context, id)
    if (user === 'gone') return kinds.map(() => 0)
    for (const [step, kind] of kinds.entries()) {
      if (context.signal.aborted) break
      if (kind) counts[step] = await countKind(kind, context, user)
    }
  } catch (error) {
    assertUnread(error, context)
  }
  return counts
}

async function countKind(
  kind: ObjectKind,
  context: ActionContext,
  user: Parameters<ObjectKind['list']>[1],
): Promise<Count> {
  try {
    const objects = await kind.list(context, user)
    return typeof objects === 'string' ? objects : objects.length
  } catch (error) {
    assertUnread(error, context)
    return undefined
  }
}

/** Ignores failures and aborts; rethrows any other error. */
function assertUnread(error: unknown, { signal }: ActionContext): void {
  if (!(error instanceof FailureError) && !signal.aborted) throw error
}

/** The context that object kinds need to list objects. Sends no writes. */
function readingContext({ gitlab, actorId, now, signal }: CountOptions): ActionContext {
  const readOptions = { once: true, signal } as const
  return {
    account: gitlab.account,
    call: (endpoint, input, options) =>
      gitlab.call(endpoint, input, { ...options, ...readOptions }),
    all: (endpoint, input, options) => gitlab.all(endpoint, input, { ...options, ...readOptions }),
    page: (endpoint, input, cursor, options) =>
      gitlab.page(endpoint, input, cursor, { ...options, ...readOptions }),
    actorId,
    // Only affects how a rejected read is reported.
    isStillAdmin: () => Promise.resolve(true),
    now,
    signal,
    withActivityBeforeView: (user) => user,
    mayActAs: () => false,
    onUserGone: () => undefined,
  }
}
