import type { BulkPreview, PreviewUser, UnusualKind } from '../../../../shared/app/bulk.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../infra/messages.ts'
import { createTimeSlicer } from '../../../infra/time/time-slicer.ts'
import {
  type DirectoryUser,
  type Moderator,
  type Objection,
  objectionTo,
} from '../../../../shared/moderation.ts'
import { type DueStep, planSteps } from '../plans/plan-steps.ts'
import type { UserDirectory } from '../ports.ts'
import type { BulkRequest, BulkTask } from './ports.ts'
import { openStates } from '../schema.ts'
import { firstRecentDay, isUnusual } from './unusual-users.ts'
import type { Sql } from '../../../infra/sqlite/sql.ts'

/** The users who would change, and those who are skipped. */
export interface SelectedUsers {
  affectedUsers: DirectoryUser[]
  /** By the reason as JSON. */
  skipped: Map<string, SkippedUsers>
  /** How many users each step changes; one number for an action without a plan. */
  stepCounts: number[]
}

/** The steps on one user, or why nothing is done. A single action is a plan of one step. */
export function stepsOf(
  { action, plan }: BulkTask,
  user: DirectoryUser,
  moderator: Moderator,
): DueStep[] | Objection {
  if (plan) return planSteps(plan, user, moderator)
  const objection = objectionTo(action!, user, moderator)
  return objection ?? [{ index: 0, expectedState: user.state }]
}

interface SkippedUsers {
  why: Message
  users: { id: number; username: string }[]
}

const sampled = 10

/** Sorts users by what the rules say about an action on them, in parts so that nothing else has to wait. */
export async function selectUsers(
  sql: Sql,
  actorId: number,
  { selection, ...task }: BulkRequest,
  users: Iterable<DirectoryUser>,
  now: number,
): Promise<SelectedUsers> {
  const pause = createTimeSlicer()
  const queued = new Set<number>()
  for (const targets of queuedTargets(sql)) {
    for (const target of targets) queued.add(target)
    await pause()
  }
  const unseen = new Set(selection.kind === 'people' ? selection.ids : [])
  const affectedUsers: DirectoryUser[] = []
  const skipped: SelectedUsers['skipped'] = new Map()
  const skip = (why: Message, id: number, username: string) => {
    const key = JSON.stringify(why)
    const known = skipped.get(key) ?? { why, users: [] }
    skipped.set(key, known)
    known.users.push({ id, username })
  }
  const moderator = { id: actorId, now }
  const stepCounts = (task.plan?.steps ?? [task.action]).map(() => 0)
  for (const user of users) {
    unseen.delete(user.id)
    const steps = stepsOf(task, user, moderator)
    if (user.isIncomplete) skip(incompleteReason, user.id, user.username)
    else if (!Array.isArray(steps)) skip(steps.text, user.id, user.username)
    else if (queued.has(user.id)) skip(alreadyQueuedReason, user.id, user.username)
    else {
      affectedUsers.push(user)
      for (const { index } of steps) stepCounts[index]! += 1
    }
    const others = pause()
    if (others) await others
  }
  for (const id of unseen) skip(unknownReason, id, String(id))
  return { affectedUsers, skipped, stepCounts }
}

export function toBulkPreview(
  { affectedUsers, skipped }: SelectedUsers,
  toPreviewUser: ToPreviewUser,
  more: Pick<BulkPreview, 'asOf' | 'unusual' | 'isLastAdministrator' | 'stepCounts'>,
): BulkPreview {
  const left = [...skipped.values()].map(({ why, users }) => ({
    why: textOf(why),
    count: users.length,
    sample: users.slice(0, sampled),
  }))
  return {
    total: affectedUsers.length + left.reduce((sum, { count }) => sum + count, 0),
    affectedCount: affectedUsers.length,
    sample: affectedUsers.slice(0, sampled).map(toPreviewUser),
    skipped: left.sort((a, b) => b.count - a.count),
    ...more,
  }
}

/** Which of the users who would change. */
export interface PreviewPage {
  kind: UnusualKind | 'all'
  offset: number
  limit: number
}

/** A page of the users who would change. */
export function pageOfAffected(
  { affectedUsers }: SelectedUsers,
  toPreviewUser: ToPreviewUser,
  { kind, offset, limit }: PreviewPage,
  now: number,
) {
  const recentDay = firstRecentDay(now)
  const users =
    kind === 'all'
      ? affectedUsers
      : affectedUsers.filter((user) => isUnusual(kind, user, recentDay))
  const items = users.slice(offset, offset + limit).map(toPreviewUser)
  return { items, total: users.length }
}

type ToPreviewUser = (user: DirectoryUser) => PreviewUser

/** Returns a function that shows a user with what tells them from others. */
export function previewUsersOf(people: UserDirectory, account: string): ToPreviewUser {
  return ({ id, username, name, state, email }) => {
    const lookAlike = people.lookAlikeOf(account, id)
    return { id, username, name, state, ...(email && { email }), ...(lookAlike && { lookAlike }) }
  }
}

const incompleteReason = message('queue.skippedIncomplete')
const alreadyQueuedReason = message('queue.skippedQueued')
const unknownReason = message('queue.skippedUnknown')

const targetsAtOnce = 5_000

/** The users who have an open action already. */
function* queuedTargets(sql: Sql): Iterable<number[]> {
  for (let after = 0; ;) {
    const rows = sql.all(
      `SELECT DISTINCT target FROM actions
       WHERE state IN ${openStates} AND target > ? ORDER BY target LIMIT ${targetsAtOnce}`,
      after,
    )
    yield rows.map(({ target }) => Number(target))
    if (rows.length < targetsAtOnce) return
    after = Number(rows.at(-1)!['target'])
  }
}
