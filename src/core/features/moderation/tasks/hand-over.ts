import { z } from 'zod'
import { type Member, associations } from '../../../../shared/gitlab/associations.ts'
import { user as currentUser } from '../../../../shared/gitlab/current-user.ts'
import { customAttributes } from '../../../../shared/gitlab/custom-attributes.ts'
import { pipelineSchedules } from '../../../../shared/gitlab/pipelines.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { type Text, message } from '../../../../shared/messages/message.ts'
import type { HandedOver } from '../../../../shared/operations/dependents.ts'
import { handedOverKinds, ownerAttribute } from '../../../../shared/rules/dependents.ts'
import { fieldChanges } from '../../../audit-log/changes.ts'
import type { JobItem, JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { toFailureOrThrow } from '../../../jobs/item-context.ts'
import { stopsAccount } from '../../../gitlab/throttle.ts'
import { failedWriteOutcome } from '../../../jobs/write-outcome.ts'
import { FailureError, type UnformattedFailure } from '../../../platform/failure.ts'
import { createFailure } from '../../../platform/failures.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Attempt } from '../compare.ts'
import { type ActionContext, readTargetUser } from '../read-user.ts'
import type { Task } from './task.ts'

/** Something to hand over, as core read it when the plan was started. */
export const HandOver = z.object({
  key: z.string(),
  kind: z.enum(handedOverKinds),
  id: z.number(),
  label: z.string(),
  place: z.object({ type: z.enum(['Namespace', 'Project']), id: z.number() }).optional(),
  level: z.number().optional(),
  successor: z.object({ id: z.number(), username: z.string(), name: z.string() }),
})
export type HandOver = z.output<typeof HandOver>

const Outcome = z.object({
  key: z.string(),
  outcome: z.enum(['done', 'already', 'changed', 'refused']),
  text: z
    .custom<Text>((value) => typeof value === 'string' || typeof value === 'object')
    .optional(),
})
type Outcome = z.output<typeof Outcome>

/** Whether the successor has it (`held`), the user still has it (`open`), or neither. */
type Holder = 'held' | 'open' | 'changed'

interface HandOverKind {
  read(
    context: ActionContext,
    user: { id: number; username: string },
    one: HandOver,
  ): Promise<Holder>
  /** The request's name in the audit log if it isn't that of `write`; null if there is nothing to send. */
  action?(context: ActionContext, one: HandOver): Promise<string | null>
  /** Why the request mustn't be sent; undefined if it may. */
  objection?(context: ActionContext, one: HandOver): Promise<Text | undefined>
  send(context: ActionContext, one: HandOver, action: string | undefined): Promise<unknown>
  /** The write's name in the audit log, and its fields. */
  write(one: HandOver): { action: string; fields: Record<string, string | number> }
}

const ownership: HandOverKind = {
  async read(context, user, one) {
    const successor = await readMember(context, one, one.successor.id)
    if ((successor?.access_level ?? 0) >= one.level!) return 'held'
    return (await readMember(context, one, user.id)) ? 'open' : 'changed'
  },
  async action(context, one) {
    const member = await readMember(context, one, one.successor.id)
    if (!member) return ownership.write(one).action
    if ((member.access_level ?? 0) >= one.level!) return null
    return one.place!.type === 'Project'
      ? 'associations.changeProjectMember'
      : 'associations.changeGroupMember'
  },
  async send({ call }, { place, level, successor }, action) {
    const { id } = place!
    const member = { user_id: successor.id, access_level: level! }
    switch (action) {
      case 'associations.changeProjectMember':
        return call(associations.changeProjectMember, { project_id: id, ...member })
      case 'associations.changeGroupMember':
        return call(associations.changeGroupMember, { group_id: id, ...member })
      case 'associations.addProjectMember':
        return call(associations.addProjectMember, { project_id: id, ...member })
      default:
        return call(associations.addGroupMember, { group: String(id), ...member })
    }
  },
  write: ({ place, level, successor }) => ({
    action:
      place?.type === 'Project' ? 'associations.addProjectMember' : 'associations.addGroupMember',
    fields: { user: `@${successor.username}`, access_level: level! },
  }),
}

/**
 * Guarantee: a schedule is only ever taken over by the successor. GitLab makes whoever sends the request the owner, so
 * nothing is sent as long as it isn't certain that GitLab acts as the successor.
 */
const schedule: HandOverKind = {
  async read({ call }, user, { id, place, successor }) {
    const input = { project_id: place!.id, schedule_id: id }
    const current = await orGone(() => call(pipelineSchedules.get, input, { once: true }))
    const owner = current?.owner?.id
    if (owner === successor.id) return 'held'
    // guard: schedule-still-theirs
    return owner === user.id ? 'open' : 'changed'
  },
  async objection({ actorId, call, mayActAs }, { successor }) {
    const { id, username } = successor
    // guard: schedule-not-yours
    if (id === actorId) return message('dependents.notYourself')
    if (!mayActAs()) return message('dependents.actingForbidden')
    let answer: { id: number; username: string }
    try {
      answer = await call(currentUser.get, { sudo: id }, { once: true })
    } catch (error) {
      const { status, message: text } = toFailureOrThrow(error)
      if (status !== 403 && status !== 404) throw error
      return message('dependents.actingRefused', { username, reason: text })
    }
    // guard: acts-as-successor
    if (answer.id !== id || answer.username !== username)
      return message('dependents.actingIgnored', { username })
    return undefined
  },
  send: ({ call }, { id, place, successor }) =>
    call(pipelineSchedules.takeOwnership, {
      project_id: place!.id,
      schedule_id: id,
      sudo: successor.id,
    }),
  write: ({ successor }) => ({
    action: 'pipelineSchedules.takeOwnership',
    fields: { sudo: `@${successor.username}` },
  }),
}

const serviceAccount: HandOverKind = {
  async read({ call }, user, { id, successor }) {
    const input = { id, attribute: ownerAttribute }
    const value = (await orGone(() => call(customAttributes.get, input, { once: true })))?.value
    if (value === successor.username) return 'held'
    return value === user.username ? 'open' : 'changed'
  },
  send: ({ call }, { id, successor }) =>
    call(customAttributes.set, { id, attribute: ownerAttribute, value: successor.username }),
  write: ({ successor }) => ({
    action: 'customAttributes.set',
    fields: { [ownerAttribute]: successor.username },
  }),
}

const kinds: Record<HandOver['kind'], HandOverKind> = {
  ownership,
  schedule,
  service_account: serviceAccount,
}

/** Who holds it now. */
export function readHolder(
  context: ActionContext,
  user: { id: number; username: string },
  one: HandOver,
): Promise<Holder> {
  return kinds[one.kind].read(context, user, one)
}

function readMember(
  { call }: ActionContext,
  { place }: HandOver,
  user_id: number,
): Promise<Member | undefined> {
  const { type, id } = place!
  return orGone(() =>
    type === 'Project'
      ? call(associations.projectMember, { project_id: id, user_id }, { once: true })
      : call(associations.groupMember, { group_id: id, user_id }, { once: true }),
  )
}

/** Undefined if GitLab says that it doesn't exist. */
async function orGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isGone =
      error instanceof FailureError &&
      error.failure.kind === 'not-found' &&
      error.failure.reason === undefined
    if (isGone) return undefined
    throw error
  }
}

/** An attempt, what it has to request, and the outcomes that are already certain. */
interface HandOverAttempt {
  context: ActionContext
  attempt: Attempt
  user: UserForAdmins
  /** The keys that an earlier attempt sent. */
  unlogged: string[]
  open: HandOver[]
  outcomes: Outcome[]
  writes: SentWrite[]
}

/** How often a failure that may only concern these requests delays the steps that follow. */
const maxDelays = 2

/**
 * Hands over what depends on a user, before they are blocked. Every request can be repeated, and the state read afterwards
 * decides whether it is done. The snapshot has the keys that were sent without an audit entry yet. Guarantee: a refusal
 * doesn't keep the user from being blocked.
 */
export const handOverTask: Task = {
  async prepare(context, attempt, user) {
    const wanted = parseHandOvers(attempt.parameters)
    const sent = parseKeys(attempt.snapshot)
    const one: HandOverAttempt = {
      ...{ context, attempt, user, unlogged: sent },
      ...{ open: [], outcomes: [], writes: [] },
    }
    const earlier = parseOutcomes(attempt.result)
    const earlierOf = ({ key }: HandOver) => earlier.find((ended) => ended.key === key)
    for (const handOver of wanted) {
      if (context.signal.aborted) return { kind: 'withdrawn' }
      const holder = await orFailure(() => readHolder(context, user, handOver))
      if (typeof holder === 'object') {
        if (isTemporary(holder, attempt))
          return { kind: 'delayed', failure: holder, snapshot: sent, result: earlier }
        addUnread(one, handOver, { failure: holder, earlier: earlierOf(handOver), sent })
      } else if (holder === 'open') one.open.push(handOver)
      else if (holder === 'changed') one.outcomes.push(toOutcome(handOver, 'changed'))
      else if (sent.includes(handOver.key)) addDone(one, handOver)
      else {
        const isDone = earlierOf(handOver)?.outcome === 'done'
        one.outcomes.push(toOutcome(handOver, isDone ? 'done' : 'already'))
      }
    }
    if (one.open.length === 0) return finish(one)
    const unlogged = [...sent, ...one.open.map(({ key }) => key)]
    return { before: user.state, snapshot: [...new Set(unlogged)], send: () => sendEach(one) }
  },
  reconcile: (_, { snapshot, result }) => Promise.resolve({ kind: 'again', snapshot, result }),
}

/** A request's name in the audit log if its kind has several, and GitLab's refusal. */
interface SentRequest {
  action: string | undefined
  answer: UnformattedFailure | undefined
}
type Sent = Map<HandOver, SentRequest>

async function sendEach(one: HandOverAttempt): Promise<JobOutcome> {
  const { context, attempt, user } = one
  const sent: Sent = new Map()
  let stop: UnformattedFailure | undefined
  for (const handOver of one.open) {
    const objection = await orFailure(() => objectionToHandOver(context, user, handOver))
    if (objection && 'kind' in objection && isTemporary(objection, attempt)) {
      stop = objection
      break
    }
    if (objection) {
      const text = 'kind' in objection ? objection.message : objection.text
      one.outcomes.push(toOutcome(handOver, 'refused', text))
      continue
    }
    const kind = kinds[handOver.kind]
    const action = await orFailure(async () => await kind.action?.(context, handOver))
    if (action !== null && typeof action === 'object') {
      if (isTemporary(action, attempt)) {
        stop = action
        break
      }
      one.outcomes.push(toOutcome(handOver, 'refused', action.message))
      continue
    }
    if (action === null) {
      if (one.unlogged.includes(handOver.key)) addDone(one, handOver)
      else one.outcomes.push(toOutcome(handOver, 'already'))
      continue
    }
    const failure = await orFailure(async () => {
      await kind.send(context, handOver, action)
      return undefined
    })
    sent.set(handOver, { action, answer: failure })
    if (failure && isTemporary(failure, attempt)) {
      stop = failure
      break
    }
  }
  return await settle(one, sent, stop)
}

/** The outcome according to who holds it now. */
async function settle(
  one: HandOverAttempt,
  sent: Sent,
  stop: UnformattedFailure | undefined,
): Promise<JobOutcome> {
  const { context, user } = one
  const unlogged = new Set([...sent.keys()].map(({ key }) => key))
  const pending: HandOver[] = []
  for (const [handOver, { action, answer }] of sent) {
    const holder = await orFailure(() => readHolder(context, user, handOver))
    if (typeof holder === 'object') {
      const { writes, outcomes } = one
      const snapshot = [...unlogged]
      return {
        kind: 'unknown',
        failure: holder,
        accepted: false,
        snapshot,
        writes,
        result: outcomes,
      }
    }
    if (holder === 'held') addDone(one, handOver, action)
    // The request may still arrive, or is sent again.
    else if (answer && answer === stop) pending.push(handOver)
    else await addRefused(one, handOver, { action, answer })
    if (!pending.includes(handOver)) unlogged.delete(handOver.key)
  }
  if (!stop) return finish(one)
  const { writes, outcomes: result } = one
  return { kind: 'delayed', failure: stop, snapshot: [...unlogged], writes, result }
}

/** A function's result, or its failure. Rethrows any other error. */
async function orFailure<T>(run: () => Promise<T>): Promise<T | UnformattedFailure> {
  try {
    return await run()
  } catch (error) {
    return toFailureOrThrow(error)
  }
}

/**
 * Whether to try again later. A failure that may only concern these requests, such as an error of the server, doesn't
 * delay the block for long.
 */
export function isTemporary(failure: UnformattedFailure, { attempts = 0 }: Attempt): boolean {
  const { kind, reason } = failure
  if (reason === 'ceiling' || failedWriteOutcome(failure) === 'refused') return false
  const concernsAll =
    kind === 'offline' ||
    kind === 'rate-limited' ||
    reason === 'read-only-instance' ||
    stopsAccount(failure)
  return concernsAll || attempts < maxDelays
}

async function objectionToHandOver(
  context: ActionContext,
  user: UserForAdmins,
  one: HandOver,
): Promise<{ text: Text } | undefined> {
  const { id, username } = one.successor
  const successor = await readTargetUser(context, id)
  const isUsable =
    successor !== 'gone' &&
    id !== user.id &&
    successor.username === username &&
    successor.state === 'active'
  if (!isUsable) return { text: message('dependents.successorUnusable', { username }) }
  const text = await kinds[one.kind].objection?.(context, one)
  return text === undefined ? undefined : { text }
}

function finish({ user, attempt, outcomes, writes }: HandOverAttempt): JobOutcome {
  const isRefused = outcomes.some(({ outcome }) => outcome === 'refused')
  const after = user.state
  const wasSent = attempt.before !== undefined || writes.length > 0
  if (!isRefused) return { kind: 'done', after, sent: wasSent, writes, result: outcomes }
  const failure = createFailure('dependents.notAllHandedOver')
  // Not `sent`, because two users refused alike would pause the run, and then nobody would be blocked.
  return { kind: 'refused', failure, after, sent: false, writes, result: outcomes }
}

function addDone(one: HandOverAttempt, handOver: HandOver, action?: string): void {
  one.outcomes.push(toOutcome(handOver, 'done'))
  one.writes.push(toWrite(handOver, { outcome: 'done' }, action))
}

/** An entry that can't be read is refused, unless an earlier attempt has decided it. */
function addUnread(
  one: HandOverAttempt,
  handOver: HandOver,
  {
    failure: { message: text },
    earlier,
    sent,
  }: { failure: UnformattedFailure; earlier: Outcome | undefined; sent: readonly string[] },
): void {
  one.outcomes.push(earlier ?? toOutcome(handOver, 'refused', text))
  if (sent.includes(handOver.key))
    one.writes.push(toWrite(handOver, { outcome: 'unknown', answer: text }))
}

async function addRefused(
  one: HandOverAttempt,
  handOver: HandOver,
  { action, answer }: SentRequest,
): Promise<void> {
  const text = answer?.message ?? (await noEffectText(one.context, handOver))
  one.outcomes.push(toOutcome(handOver, 'refused', text))
  const isLost = answer !== undefined && failedWriteOutcome(answer) === 'unknown'
  const outcome = isLost ? 'unknown' : 'refused'
  one.writes.push(toWrite(handOver, { outcome, answer: text }, action))
}

/** Why an accepted request changed nothing. */
async function noEffectText(
  { actorId, call }: ActionContext,
  { kind, id, place, successor }: HandOver,
): Promise<Text> {
  if (kind === 'schedule') {
    const input = { project_id: place!.id, schedule_id: id }
    const current = await orFailure(() => call(pipelineSchedules.get, input, { once: true }))
    if ('owner' in current && current.owner?.id === actorId)
      return message('dependents.nowYours', { username: successor.username })
  }
  return message('dependents.noEffect')
}

function toOutcome({ key }: HandOver, outcome: Outcome['outcome'], text?: Text): Outcome {
  return { key, outcome, ...(text !== undefined && { text }) }
}

function toWrite(
  one: HandOver,
  end: Pick<SentWrite, 'outcome' | 'answer'>,
  sent?: string,
): SentWrite {
  const { action, fields } = kinds[one.kind].write(one)
  return { action: sent ?? action, object: one.label, changes: fieldChanges(fields), ...end }
}

function parseHandOvers(parameters: unknown): HandOver[] {
  return z.array(HandOver).parse(parameters ?? [])
}

function parseKeys(snapshot: unknown): string[] {
  return z.array(z.string()).safeParse(snapshot).data ?? []
}

function parseOutcomes(result: unknown): Outcome[] {
  return z.array(Outcome).safeParse(result).data ?? []
}

/** What an item of `handOverTask` led to so far; undefined for other items. */
export function handedOverOf({ action, parameters, result }: JobItem): HandedOver[] | undefined {
  if (action !== 'hand_over') return undefined
  const outcomes = parseOutcomes(result)
  const handOvers = z.array(HandOver).safeParse(parameters).data ?? []
  return handOvers.map(({ key, kind, label, successor }) => {
    const ended = outcomes.find((one) => one.key === key)
    return {
      key,
      kind,
      label,
      successor,
      outcome: ended?.outcome ?? 'pending',
      ...(ended?.text !== undefined && { text: textOf(ended.text) }),
    }
  })
}
