import { z } from 'zod'
import { pipelineSchedules } from '../../../../shared/gitlab/pipelines.ts'
import { impersonationTokens } from '../../../../shared/gitlab/tokens.ts'
import { SecondLook } from '../../../../shared/operations/dependents.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { readUserTokens } from '../../../gitlab/user-tokens.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { JobItem, JobOutcome } from '../../../jobs/job-kind.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'
import { HandOver, isTemporary, readHolder } from './hand-over.ts'
import type { Task } from './task.ts'

/** What was known when the plan was started. */
export const Remembered = z.object({
  handOvers: z.array(HandOver),
  schedules: z.array(z.object({ project: z.number(), id: z.number(), label: z.string() })),
})
export type Remembered = z.output<typeof Remembered>

/** Reads some days later what has become of a block and what was handed over. Changes nothing. */
export const secondLookTask: Task = {
  prepare: (context, attempt, user) =>
    Promise.resolve({
      before: user.state,
      snapshot: [],
      send: () => look(context, attempt, user),
    }),
  reconcile: () => Promise.resolve({ kind: 'again' }),
}

async function look(
  context: ActionContext,
  attempt: Attempt,
  user: UserForAdmins,
): Promise<JobOutcome> {
  const { handOvers, schedules } = Remembered.parse(attempt.parameters)
  const orUnread = <T>(read: () => Promise<T | null>) => readOrNull(read, attempt)
  try {
    const result: SecondLook = {
      at: context.now(),
      state: user.state,
      activeTokens: await orUnread(() => countTokens(context, user.id)),
      handedOver: [],
      schedules: [],
    }
    for (const one of handOvers) {
      const holder = await orUnread(() => readHolder(context, user, one))
      result.handedOver.push({
        label: one.label,
        successor: one.successor.username,
        holds: holder === null ? null : holder === 'held',
      })
    }
    for (const { project, id, label } of schedules) {
      const isActive = await orUnread(async () => {
        const input = { project_id: project, schedule_id: id }
        const { active } = await context.call(pipelineSchedules.get, input, { once: true })
        return active ?? null
      })
      result.schedules.push({ label, isActive })
    }
    return { kind: 'done', after: user.state, sent: true, writes: [], result }
  } catch (error) {
    return { kind: 'delayed', failure: toFailureOrThrow(error) }
  }
}

/** Null if GitLab doesn't show it, or keeps failing. Throws if nothing can be read at the moment. */
async function readOrNull<T>(read: () => Promise<T | null>, attempt: Attempt): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isTemporary(toFailureOrThrow(error), attempt)) throw error
    return null
  }
}

async function countTokens(context: ActionContext, userId: number): Promise<number | null> {
  const question = { userId, ownId: context.actorId, state: 'active' } as const
  const read = await readUserTokens(context, question)
  let isAnySkipped = false
  const impersonation = await context.all(
    impersonationTokens.list,
    { user_id: userId, state: 'active' },
    { onSkipped: () => (isAnySkipped = true) },
  )
  if (read.listed !== 'all' || isAnySkipped) return null
  const active = [...read.tokens, ...impersonation].filter(
    (token) => token.active !== false && token.revoked !== true,
  )
  return new Set(active.map(({ id }) => id)).size
}

/** What an item of `secondLookTask` found; undefined for other items. */
export function secondLookOf({ action, result }: JobItem): SecondLook | undefined {
  return action === 'second_look' ? SecondLook.safeParse(result).data : undefined
}
