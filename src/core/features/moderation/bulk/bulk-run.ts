import { createFailureError } from '../../../platform/failures.ts'
import {
  type BulkPreview,
  type PreviewUser,
  type UnusualKind,
  unusualKinds,
} from '../../../../shared/operations/bulk.ts'
import type { UserDependents } from '../../../../shared/operations/dependents.ts'
import type { Selection } from '../../../../shared/operations/directory.ts'
import { EvidenceDependents } from '../../../../shared/operations/jobs.ts'
import type { DueDate, PlanStep, RunPlan } from '../../../../shared/operations/plans.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import { createTimeSlicer } from '../../../platform/time/time-slicer.ts'
import {
  type DirectoryUser,
  type Moderator,
  type Objection,
  type QueueAction,
  isBot,
  moderationRules,
  objectionTo,
  isTask,
} from '../../../../shared/rules/moderation.ts'
import { type CappedAction, cappedActionOf } from '../../../../shared/rules/ceilings.ts'
import { readUsersLimit } from '../../../../shared/rules/dependents.ts'
import { inactiveDays } from '../../../../shared/rules/user-figures.ts'
import { isDaysAgo } from '../../../../shared/rules/utc-days.ts'
import { type DueStep, planSteps } from '../plans/plan-steps.ts'
import type { ExceptionOf, RoomFor, UserDirectory } from '../ports.ts'
import { asKnown } from '../../known-dependents.ts'
import { handOversOf, rememberedOf } from './plan-answers.ts'
import type { BulkRequest, BulkTask, KnownRun, NewRun } from './ports.ts'
import type { Job } from '../../../jobs/job-kind.ts'
import { changeBatchSize } from '../../../jobs/job-store.ts'
import { openStatesSql } from '../../../jobs/schema.ts'
import { jsonSql } from '../../../platform/sqlite/stored-row.ts'
import {
  type ActionCondition,
  type ActionStore,
  type NewAction,
  unlessPromoted,
} from '../action-store.ts'

export interface SelectedUsers {
  affectedUsers: DirectoryUser[]
  /** Skipped users by reason; the key is the reason as JSON. */
  skipped: Map<string, SkippedUsers>
  /** How many users each step changes; a single number for an action without a plan. */
  stepCounts: number[]
}

/** The steps for one user, or the reason why there are none. A single action is treated as a one-step plan. */
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

/** How many users a preview lists. What depends on them is read for as many. */
const sampled = readUsersLimit
const dayMs = 86_400_000

/** Checks an action against each user, in batches to keep the process responsive. */
export async function partitionUsers(
  store: ActionStore,
  actorId: number,
  { selection, without = [], ...task }: BulkRequest,
  users: Iterable<DirectoryUser>,
  now: number,
  exceptionOf: ExceptionOf = () => undefined,
): Promise<SelectedUsers> {
  const pause = createTimeSlicer()
  const queued = new Set<number>()
  for (const targets of queuedTargets(store)) {
    for (const target of targets) queued.add(target)
    await pause()
  }
  const unseen = new Set(selection.kind === 'users' ? selection.ids : [])
  const affectedUsers: DirectoryUser[] = []
  const skipped: SelectedUsers['skipped'] = new Map()
  const skip = (why: Message, id: number, username: string) => {
    const key = JSON.stringify(why)
    const entry = skipped.get(key) ?? { why, users: [] }
    skipped.set(key, entry)
    entry.users.push({ id, username })
  }
  const moderator = { id: actorId, now }
  const leftOutKind = (user: DirectoryUser) => without.find((kind) => isUnusual(kind, user, now))
  const stepCounts = (task.plan?.steps ?? [task.action]).map(() => 0)
  for (const user of users) {
    unseen.delete(user.id)
    const steps = stepsOf(task, user, moderator)
    const exception = exceptionOf(user.id)
    if (exception) skip(exception, user.id, user.username)
    else if (user.isIncomplete) skip(incompleteReason, user.id, user.username)
    else if (!Array.isArray(steps)) skip(steps.text, user.id, user.username)
    else if (queued.has(user.id)) skip(alreadyQueuedReason, user.id, user.username)
    else if (leftOutKind(user)) skip(leftOutReasons[leftOutKind(user)!], user.id, user.username)
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
  more: Pick<BulkPreview, 'asOf' | 'ceiling' | 'unusual' | 'isLastAdministrator' | 'stepCounts'>,
): BulkPreview {
  const summaries = [...skipped.values()].map(({ why, users }) => ({
    why: textOf(why),
    count: users.length,
    sample: users.slice(0, sampled),
  }))
  return {
    total: affectedUsers.length + summaries.reduce((sum, { count }) => sum + count, 0),
    affectedCount: affectedUsers.length,
    sample: affectedUsers.slice(0, sampled).map(toPreviewUser),
    skipped: summaries.sort((a, b) => b.count - a.count),
    ...more,
  }
}

/** Which page of affected users to list. */
export interface PreviewPage {
  kind: UnusualKind | 'all'
  offset: number
  limit: number
}

/** One page of the affected users, with those the preview warns about first. */
export function affectedPage(
  { affectedUsers }: SelectedUsers,
  toPreviewUser: ToPreviewUser,
  { kind, offset, limit }: PreviewPage,
  actions: readonly QueueAction[],
  now: number,
) {
  const kinds = countUnusual(actions, affectedUsers, now).map((warning) => warning.kind)
  const reasonsOf = (user: DirectoryUser) => kinds.filter((one) => isUnusual(one, user, now))
  const isWarned = (user: DirectoryUser) => reasonsOf(user).length > 0
  const users =
    kind === 'all'
      ? [...affectedUsers.filter(isWarned), ...affectedUsers.filter((user) => !isWarned(user))]
      : affectedUsers.filter((user) => isUnusual(kind, user, now))
  const items = users.slice(offset, offset + limit).map((user) => ({
    ...toPreviewUser(user),
    ...(isWarned(user) && { unusual: reasonsOf(user) }),
  }))
  return { items, total: users.length }
}

type ToPreviewUser = (user: DirectoryUser) => PreviewUser

/** Returns a function that adds details to make a user recognizable. */
export function previewUsersOf(directory: UserDirectory, account: string): ToPreviewUser {
  return (user) => {
    const { id, username, name, state, email, last_activity_on: lastActivity } = user
    const lookAlike = directory.lookAlikeOf(account, id)
    return {
      id,
      username,
      name,
      state,
      ...(email && { email }),
      ...(lastActivity !== undefined && { lastActivity }),
      ...(state === 'blocked_pending_approval' && { signUp: signUpOf(user) }),
      ...(lookAlike && { lookAlike }),
    }
  }
}

function signUpOf({
  created_at: created,
  email_confirmed: isEmailConfirmed,
  note,
}: DirectoryUser): PreviewUser['signUp'] {
  return {
    ...(created && { created }),
    ...(typeof isEmailConfirmed === 'boolean' && { isEmailConfirmed }),
    ...(note && { note }),
  }
}

const incompleteReason = message('queue.skippedIncomplete')
const alreadyQueuedReason = message('queue.skippedQueued')
const unknownReason = message('queue.skippedUnknown')
const leftOutReasons: Record<UnusualKind, Message> = {
  administrators: message('queue.leftOut_administrators'),
  bots: message('queue.leftOut_bots'),
  recentlyActive: message('queue.leftOut_recentlyActive', { days: inactiveDays }),
  neverActive: message('queue.leftOut_neverActive'),
}

const targetBatchSize = 5_000

/** The users with an unfinished action. */
function* queuedTargets({ sql }: ActionStore): Iterable<number[]> {
  for (let after = 0; ;) {
    const rows = sql.all(
      `SELECT DISTINCT lane FROM items
       WHERE state IN ${openStatesSql} AND lane > ? AND action <> 'second_look' ORDER BY lane LIMIT ${targetBatchSize}`,
      after,
    )
    yield rows.map(({ lane }) => Number(lane))
    if (rows.length < targetBatchSize) return
    after = Number(rows.at(-1)!['lane'])
  }
}

/** Each user's actions, in order. */
export function actionsOf({ action, plan }: BulkTask): QueueAction[] {
  return plan ? plan.steps.map((step) => step.action) : [action!]
}

/** What a ceiling leaves for a run that would affect more users now. Steps with a date are checked on that date. */
export function excessOf(
  { action, plan }: BulkTask,
  stepCounts: readonly number[],
  room: RoomFor | undefined,
): ReturnType<RoomFor> {
  const steps = plan?.steps ?? [{ action: action!, dated: undefined }]
  const wanted = new Map<CappedAction, number>()
  for (const [index, step] of steps.entries()) {
    const capped = step.dated ? undefined : cappedActionOf(step.action)
    if (capped) wanted.set(capped, Math.max(wanted.get(capped) ?? 0, stepCounts[index]!))
  }
  const excesses = [...wanted].flatMap(([capped, count]) => room?.(capped, count) ?? [])
  return excesses.toSorted((a, b) => a.left - b.left)[0]
}

/** How many users' actions to write per transaction. */
export function actionBatchSize({ plan }: BulkTask): number {
  return Math.max(1, Math.floor(changeBatchSize / (plan?.steps.length ?? 1)))
}

/** A run's actions on one user. */
export function newActions(
  { action, plan, undoes, reason, note, known }: KnownRun,
  user: DirectoryUser,
  moderator: Moderator,
): NewAction[] {
  const { id, username, name, state, is_admin: isAdmin } = user
  const common = { id, seen: { username, name, state }, reason }
  const conditions: ActionCondition | undefined =
    undoes === undefined
      ? unlessPromoted(isAdmin)
      : { ...unlessPromoted(isAdmin), onlyIfNeverSignedIn: true }
  if (!plan) {
    return [{ ...common, action: action!, expectedState: state, parameters: conditions, note }]
  }
  const steps = stepsOf({ plan }, user, moderator)
  if (!Array.isArray(steps)) return []
  return steps.map(({ index, expectedState }) => {
    const step = plan.steps[index]!
    const { action } = step
    const due = dueOf(step, plan, moderator.now)
    const parameters = isTask(action) ? taskParameters(step, known, plan, id) : conditions
    return { ...common, action, expectedState, step: index, parameters, due, note: false }
  })
}

function dueOf({ dated, afterDays }: PlanStep, { due }: RunPlan, now: number): DueDate | undefined {
  if (dated) return due
  if (afterDays === undefined) return undefined
  const zone = due?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return { at: (due?.at ?? now) + afterDays * dayMs, zone }
}

function taskParameters(
  { action, edit, afterDays }: PlanStep,
  known: KnownRun['known'],
  plan: RunPlan,
  user: number,
): unknown {
  const dependents = known?.find((one) => one.user === user)
  if (action === 'hand_over') return handOversOf(plan, dependents, user)
  if (action !== 'second_look') return edit
  return { ...rememberedOf(plan, dependents, user), afterDays }
}

/** A step that adds the reason to the note requires a reason. */
export function assertReason({ plan, reason }: NewRun): void {
  if (reason || !plan?.steps.some(({ action }) => action === 'add_note')) return
  throw createFailureError('queue.reasonRequired')
}

/** A run's action or plan, and the number of users. */
export interface RunTask extends BulkTask, Pick<NewRun, 'undoes' | 'continues' | 'spread'> {
  users: number
  /** What depended on the users when the run was started. */
  known?: UserDependents[]
  /** The users left for a follow-up run, because this one tries only the first users. */
  rest?: Pick<BulkRequest, 'selection' | 'without'> & { users: number }
}

export function taskOf({ parameters }: Job): RunTask {
  return parameters as RunTask
}

/** What depended on one of a run's users, and what was decided about it; undefined if the run never asked. */
export function knownDependents(
  { known, plan }: RunTask,
  user: number,
  created: number,
): EvidenceDependents | undefined {
  if (!known) return undefined
  const dependents = known.find((one) => one.user === user) ?? asKnown(user, undefined, created)
  const answers = plan?.answers?.filter((answer) => answer.user === user) ?? []
  // The file may have been edited.
  return EvidenceDependents.safeParse({ ...dependents, answers }).data
}

/** A selection without these users. */
export function selectionWithout(
  selection: Selection,
  users: readonly { id: number }[],
): Selection {
  const excluded = new Set(users.map(({ id }) => id))
  return selection.kind === 'users'
    ? { ...selection, ids: selection.ids.filter((id) => !excluded.has(id)) }
    : { ...selection, except: [...selection.except, ...excluded] }
}

/** How many users a run left for a follow-up run that hasn't started yet. */
export function restOf(sql: Sql, job: Job): number {
  const { rest } = taskOf(job)
  if (!rest) return 0
  const isContinued = `SELECT 1 FROM jobs WHERE ${jsonSql('parameters', '$.continues')} = ? LIMIT 1`
  return sql.one(isContinued, job.id) ? 0 : rest.users
}

/** Whether a user is of this unusual kind. Nobody is both recently active and inactive. */
export function isUnusual(kind: UnusualKind, user: DirectoryUser, now: number): boolean {
  if (kind === 'administrators') return user.is_admin === true
  if (kind === 'bots') return isBot(user)
  if (kind === 'neverActive') return hasNeverSignedIn(user)
  return Boolean(user.last_activity_on) && !isDaysAgo(user.last_activity_on!, inactiveDays, now)
}

/** Bots and users awaiting approval can't sign in. */
function hasNeverSignedIn(user: DirectoryUser): boolean {
  const { last_activity_on: activity, last_sign_in_at: signIn, state } = user
  return !activity && !signIn && !isBot(user) && state !== 'blocked_pending_approval'
}

/** Counts unusual users by kind. Counts recent activity only for actions that restrict users. */
export function countUnusual(
  actions: readonly QueueAction[],
  users: readonly DirectoryUser[],
  now: number,
): { kind: UnusualKind; count: number }[] {
  return unusualKinds.flatMap((kind) => {
    const stateAfter = finalState(actions)
    if (kind === 'recentlyActive' && stateAfter === 'active') return []
    if (kind === 'neverActive' && (stateAfter === undefined || stateAfter === 'active')) return []
    const count = users.reduce((sum, user) => sum + Number(isUnusual(kind, user, now)), 0)
    return count > 0 ? [{ kind, count }] : []
  })
}

/** Whether an action would leave the acting administrator as the only active one. */
export function isLastAdministrator(
  actions: readonly QueueAction[],
  affectedUsers: readonly DirectoryUser[],
  administrators: Iterable<DirectoryUser>,
  actor: number,
): boolean {
  const stateAfter = finalState(actions)
  const affected = new Set(affectedUsers.filter((user) => user.is_admin).map(({ id }) => id))
  if (affected.size === 0 || stateAfter === undefined || stateAfter === 'active') return false
  for (const { id, is_admin, state } of administrators) {
    if (is_admin && state === 'active' && id !== actor && !affected.has(id)) return false
  }
  return true
}

/** The state after all actions; undefined if they don't change it. */
function finalState(actions: readonly QueueAction[]): string | undefined {
  return actions.map((action) => moderationRules[action].resultingState).findLast(Boolean)
}
