import { createFailure } from '../../../platform/failures.ts'
import { z } from 'zod'
import { type Message, message } from '../../../../shared/messages/message.ts'
import {
  type LeftReason,
  type ObjectProblem,
  UserObject,
} from '../../../../shared/operations/jobs.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { fieldChanges } from '../../../audit-log/changes.ts'
import type { UnformattedFailure } from '../../../platform/failure.ts'
import { assertAdmin, toFailureOrThrow } from '../../../jobs/item-context.ts'
import type { JobOutcome, SentWrite } from '../../../jobs/job-kind.ts'
import { failedWriteOutcome } from '../../../jobs/write-outcome.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'
import { type LeftObject, addToRecord, isSame, without } from './object-record.ts'
import type { Task } from './task.ts'

export interface ObjectKind {
  /** The write's name in the audit log. */
  write(object: UserObject): string
  /** Throws if the objects can't be read. */
  list(context: ActionContext, user: UserForAdmins): Promise<UserObject[] | ObjectProblem>
  /** Reads details that the list lacks before anything is sent, or returns why an object must be skipped. */
  describe?(
    context: ActionContext,
    user: UserForAdmins,
    object: UserObject,
  ): Promise<UserObject | UnsentReason>
  remove(context: ActionContext, user: UserForAdmins, object: UserObject): Promise<unknown>
  /**
   * The likely reason why GitLab would keep an object, even after accepting its removal. Keeping it then isn't a
   * failure.
   */
  keeps?(object: UserObject): Message | undefined
}

/** Why an object is skipped. */
export type UnsentReason = Extract<LeftReason, 'unreadable' | 'unsupported' | 'not_direct'>

/** The current list; `isIncomplete` if some entries couldn't be parsed. */
interface ObjectList {
  objects: UserObject[]
  isIncomplete: boolean
}

/** An attempt with its context. */
interface RemovalAttempt {
  kind: ObjectKind
  context: ActionContext
  attempt: Attempt
  user: UserForAdmins
}

/** The outcomes of removals sent by earlier attempts, according to the current list. */
interface EarlierRemovals {
  /** All of them. */
  sent: readonly UserObject[]
  /** Objects no longer in the list. */
  gone: readonly UserObject[]
  /** Objects that may be in the unreadable part of the list. */
  unsure: readonly UserObject[]
}

/** What an attempt will request. */
interface RemovalPlan {
  earlier: EarlierRemovals
  /** The objects in the current list. */
  found: readonly UserObject[]
  /** The objects that are skipped. */
  unsent: readonly LeftObject[]
}

/** An attempt's responses: refusals, or undefined for accepted requests. */
type Responses = ReadonlyMap<UserObject, UnformattedFailure | undefined>

/**
 * A task that removes all objects of a kind. Each is removed by its ID, which is never reused within its type, and a
 * list read afterwards determines which ones are gone. The item's snapshot holds objects that were sent but don't have
 * an audit entry yet; its result records all attempts. Guarantee: requests are sent only for objects in the list that
 * was just read.
 */
export function removeObjects(kind: ObjectKind): Task {
  return {
    async prepare(context, attempt, user) {
      const one: RemovalAttempt = { kind, context, attempt, user }
      const sent = parseObjects(attempt.snapshot)
      try {
        const listed = await readList(one)
        if (typeof listed === 'string') return finishUnlisted(one, listed, sent)
        const earlier = checkEarlier(sent, listed)
        if (listed.objects.length === 0) return finishEmpty(one, earlier, listed)
        const plan = await describeEach(one, earlier, listed.objects)
        if (!plan) return { kind: 'withdrawn' }
        if (plan.found.length === 0) return await finishUnsent(one, plan)
        const { gone, unsure } = earlier
        const snapshot = [...gone, ...unsure, ...plan.found]
        return { before: user.state, snapshot, send: () => removeEach(one, plan) }
      } catch (error) {
        return { kind: 'delayed', failure: toFailureOrThrow(error), snapshot: attempt.snapshot }
      }
    },
    async reconcile(context, attempt, user) {
      const one: RemovalAttempt = { kind, context, attempt, user }
      const sent = parseObjects(attempt.snapshot)
      let listed: ObjectList | ObjectProblem
      try {
        listed = await readList(one)
      } catch (error) {
        return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: false }
      }
      if (typeof listed === 'string') return { kind: 'again' }
      const { gone: removed } = checkEarlier(sent, listed)
      const writes = removed.map((object) => toWrite(one, object))
      const isListed = listed.objects.length === 0 && !listed.isIncomplete
      const result = addToRecord(attempt.result, { before: sent, removed, isListed })
      if (isListed) return { kind: 'done', after: user.state, sent: true, writes, result }
      // Lists the remaining objects and removes them again.
      return { kind: 'again', writes, snapshot: without(sent, removed), result }
    },
  }
}

function checkEarlier(
  sent: readonly UserObject[],
  { objects, isIncomplete }: ObjectList,
): EarlierRemovals {
  const missing = without(sent, objects)
  return isIncomplete ? { sent, gone: [], unsure: missing } : { sent, gone: missing, unsure: [] }
}

async function removeEach(one: RemovalAttempt, plan: RemovalPlan): Promise<JobOutcome> {
  const { kind, context, user } = one
  const answers = new Map<UserObject, UnformattedFailure | undefined>()
  for (const object of plan.found) {
    if (context.signal.aborted) return { kind: 'again', ...provenOutcomes(one, plan, answers) }
    try {
      await kind.remove(context, user, object)
      answers.set(object, undefined)
    } catch (error) {
      const failure = toFailureOrThrow(error)
      const outcome = failedWriteOutcome(failure)
      if (outcome === 'unknown') {
        const { snapshot, ...known } = provenOutcomes(one, plan, answers)
        return {
          kind: 'unknown',
          failure,
          accepted: false,
          ...known,
          snapshot: [...snapshot, object],
        }
      }
      const stop = outcome === 'not-done' ? failure : await rightsFailure(context, failure)
      if (stop) return { kind: 'delayed', failure: stop, ...provenOutcomes(one, plan, answers) }
      answers.set(object, failure)
    }
  }
  return await settle(one, plan, answers)
}

/** The outcomes that the responses prove on their own. Other objects stay in the snapshot. */
function provenOutcomes(one: RemovalAttempt, plan: RemovalPlan, answers: Responses) {
  const { gone, unsure } = plan.earlier
  const accepted = [...answers.keys()].filter((object) => !answers.get(object))
  const mayBeKept = (object: UserObject) => one.kind.keeps?.(object) !== undefined
  const removed = [...gone, ...accepted.filter((object) => !mayBeKept(object))]
  return {
    writes: [...removed.map((object) => toWrite(one, object)), ...refusedWrites(one, answers)],
    snapshot: [...unsure, ...accepted.filter(mayBeKept)],
    result: addToRecord(one.attempt.result, { before: allObjects(plan), removed }),
  }
}

function refusedWrites(one: RemovalAttempt, answers: Responses): SentWrite[] {
  return [...answers].flatMap(([object, answer]) =>
    answer ? [toRefusedWrite(one, object, answer.message)] : [],
  )
}

/** All objects that this attempt and earlier ones found. */
function allObjects({ earlier: { gone, unsure }, found, unsent }: RemovalPlan): UserObject[] {
  return [...gone, ...unsure, ...found, ...unsent.map(toObject)]
}

/**
 * GitLab's response is the same for former administrators as for administrators without Admin Mode, and the same for
 * unknown tokens as for other users' tokens.
 */
async function rightsFailure(
  context: ActionContext,
  failure: UnformattedFailure,
): Promise<UnformattedFailure | undefined> {
  if (failure.status !== 403 && failure.status !== 401) return undefined
  try {
    await assertAdmin(context)
    return undefined
  } catch (error) {
    return toFailureOrThrow(error)
  }
}

/** The outcome according to the current list. */
async function settle(
  one: RemovalAttempt,
  plan: RemovalPlan,
  answers: Responses,
): Promise<JobOutcome> {
  const { kind, attempt, user } = one
  const { earlier, found, unsent } = plan
  const before = allObjects(plan)
  const accepted = found.filter((object) => !answers.get(object))
  const refused = without(found, accepted)
  let listed: ObjectList | ObjectProblem
  try {
    listed = await readList(one)
  } catch (error) {
    return {
      kind: 'unknown',
      failure: toFailureOrThrow(error),
      accepted: false,
      writes: refusedWrites(one, answers),
      snapshot: [...earlier.gone, ...earlier.unsure, ...accepted],
      result: addToRecord(attempt.result, { before }),
    }
  }
  if (typeof listed === 'string') {
    const outcomes = provenOutcomes(one, plan, answers)
    return finishUnlisted(one, listed, outcomes.snapshot, outcomes)
  }
  const { objects, isIncomplete } = listed
  // A request from an earlier attempt may have arrived late, which would explain this attempt's 404.
  const lateRemovals = refused.filter((object) => earlier.sent.some((one) => isSame(one, object)))
  const lost = without([...earlier.unsure, ...lateRemovals], objects)
  const removed = [
    ...without([...earlier.gone, ...accepted], objects),
    ...(isIncomplete ? [] : lost),
  ]
  const left = objects.map((object): LeftObject => {
    const knownObject = found.find((one) => isSame(one, object))
    if (!knownObject)
      return unsent.find((one) => isSame(one, object)) ?? toLeftObject(object, 'appeared')
    const answer = answers.get(knownObject)
    const isKept = answer === undefined || answer.status === 403
    const why = isKept ? kind.keeps?.(knownObject) : undefined
    if (why)
      return { ...knownObject, reason: 'kept', answer: answer?.serviceText ? answer.message : why }
    return answer ? toLeftObject(knownObject, 'refused', answer) : toLeftObject(knownObject, 'kept')
  })
  const isOfficial = ({ reason, ...object }: LeftObject) =>
    reason === 'not_direct' || (reason === 'kept' && kind.keeps?.(object) !== undefined)
  const writes = [
    ...removed.map((object) => toWrite(one, object)),
    ...without(refused, [...removed, ...left]).map((object) =>
      toRefusedWrite(one, object, answers.get(object)!.message),
    ),
    ...(isIncomplete ? without(lost, refused) : []).map((object) => toLostWrite(one, object)),
    ...left
      .filter((object) => found.some((one) => isSame(one, object)))
      .map((object) => toRefusedWrite(one, object, object.answer)),
  ]
  const result = addToRecord(attempt.result, { before, removed, left, isListed: !isIncomplete })
  const failed = left.filter((object) => !isOfficial(object))
  const after = user.state
  if (failed.length === 0 && !isIncomplete) {
    const kept = left.filter(({ reason }) => reason === 'kept')
    const notice = kept.length > 0 ? keptNotice(kept) : undefined
    return { kind: 'done', after, sent: true, writes, result, ...(notice && { notice }) }
  }
  // A 404 may mean that another administrator removed the object.
  const refusal = [...answers.values()].find((answer) => answer && answer.kind !== 'not-found')
  return {
    kind: 'refused',
    failure:
      failed.some(({ reason }) => reason === 'refused') && refusal
        ? refusal
        : createFailure('queue.notAllRemoved'),
    after,
    sent: true,
    writes,
    result,
  }
}

function finishEmpty(
  one: RemovalAttempt,
  { gone, unsure }: EarlierRemovals,
  { isIncomplete }: ObjectList,
): JobOutcome {
  const { attempt, user } = one
  const isOwn = attempt.before !== undefined || gone.length > 0 || unsure.length > 0
  const writes = [
    ...gone.map((object) => toWrite(one, object)),
    ...unsure.map((object) => toLostWrite(one, object)),
  ]
  const result = addToRecord(attempt.result, {
    before: [...gone, ...unsure],
    removed: gone,
    isListed: !isIncomplete,
  })
  const after = user.state
  if (isIncomplete)
    return {
      kind: 'refused',
      failure: createFailure('queue.notAllRemoved'),
      after,
      sent: isOwn,
      writes,
      result,
    }
  return { kind: 'done', after, sent: isOwn, writes, result, ...(!isOwn && nothingToRemove) }
}

/** The outcome if the objects can't be listed, so that sent removals can no longer be verified. */
function finishUnlisted(
  one: RemovalAttempt,
  problem: ObjectProblem,
  sent: readonly UserObject[],
  known?: Pick<ReturnType<typeof provenOutcomes>, 'writes' | 'result'>,
): JobOutcome {
  const { attempt, user } = one
  const result = addToRecord(known?.result ?? attempt.result, { before: sent, problem })
  const wasSent = known !== undefined || sent.length > 0
  const isUnknown = wasSent || result.removed.length > 0
  const failure = isUnknown ? createFailure('queue.leftUnknown') : unlisted[problem]
  const lost = sent.map((object) => toLostWrite(one, object))
  const writes = [...(known?.writes ?? []), ...lost, toStepWrite(one, failure)]
  const after = user.state
  return problem === 'unsupported' && !isUnknown
    ? { kind: 'done', after, sent: false, notice: failure, writes, result }
    : { kind: 'refused', failure, after, sent: wasSent, writes, result }
}

/** The outcome if all objects must be skipped, unless they have been removed since. */
async function finishUnsent(one: RemovalAttempt, plan: RemovalPlan): Promise<JobOutcome> {
  const { attempt, user } = one
  const { gone, unsure } = plan.earlier
  const listed = await readList(one)
  if (typeof listed === 'string') return finishUnlisted(one, listed, [...gone, ...unsure])
  const { objects, isIncomplete } = listed
  const left = objects.map(
    (object) => plan.unsent.find((one) => isSame(one, object)) ?? toLeftObject(object, 'appeared'),
  )
  const isUnsupported = left.some(({ reason }) => reason === 'unsupported')
  const result = addToRecord(attempt.result, {
    before: allObjects(plan),
    removed: gone,
    left,
    isListed: !isIncomplete,
    ...(isUnsupported && { problem: 'unsupported' as const }),
  })
  const writes = [
    ...gone.map((object) => toWrite(one, object)),
    ...unsure.map((object) => toLostWrite(one, object)),
  ]
  const wasSent = writes.length > 0
  const after = user.state
  const isFailed = left.some(({ reason }) => reason === 'unreadable' || reason === 'appeared')
  if (isFailed || isIncomplete || (isUnsupported && result.removed.length > 0)) {
    writes.push(toStepWrite(one, createFailure('queue.notAllRemoved')))
    return {
      kind: 'refused',
      failure: createFailure('queue.notAllRemoved'),
      after,
      sent: wasSent,
      writes,
      result,
    }
  }
  if (!isUnsupported) {
    return { kind: 'done', after, sent: wasSent, writes, result, ...(!wasSent && nothingToRemove) }
  }
  writes.push(toStepWrite(one, createFailure('queue.left_unsupported')))
  return {
    kind: 'done',
    after,
    sent: false,
    notice: createFailure('queue.left_unsupported'),
    writes,
    result,
  }
}

async function readList({
  kind,
  context,
  user,
}: RemovalAttempt): Promise<ObjectList | ObjectProblem> {
  let isIncomplete = false
  const all: ActionContext['all'] = (endpoint, input, options) =>
    context.all(endpoint, input, {
      ...options,
      onSkipped(count) {
        isIncomplete = true
        options?.onSkipped?.(count)
      },
    })
  const objects = await kind.list({ ...context, all }, user)
  if (typeof objects === 'string') return objects
  const isFirst = (object: UserObject, index: number) =>
    objects.findIndex((one) => isSame(one, object)) === index
  return { objects: objects.filter(isFirst), isIncomplete }
}

/** Undefined if the attempt was stopped. */
async function describeEach(
  { kind, context, user }: RemovalAttempt,
  earlier: EarlierRemovals,
  objects: readonly UserObject[],
): Promise<RemovalPlan | undefined> {
  const found: UserObject[] = []
  const unsent: LeftObject[] = []
  for (const object of objects) {
    if (context.signal.aborted) return undefined
    const described = kind.describe ? await kind.describe(context, user, object) : object
    if (typeof described === 'string') unsent.push(toLeftObject(object, described))
    else found.push(described)
  }
  return { earlier, found, unsent }
}

function parseObjects(snapshot: unknown): UserObject[] {
  return z.array(UserObject).parse(snapshot ?? [])
}

function toLeftObject(
  object: UserObject,
  reason: LeftReason,
  failure?: UnformattedFailure,
): LeftObject {
  return { ...object, reason, answer: failure?.message ?? message(`queue.left_${reason}`) }
}

function toObject({ reason: _, answer: __, ...object }: LeftObject): UserObject {
  return object
}

function toWrite({ kind }: RemovalAttempt, object: UserObject): SentWrite {
  const { label, fields = {} } = object
  return {
    action: kind.write(object),
    object: label,
    changes: fieldChanges({}, fields),
    outcome: 'done',
  }
}

function toRefusedWrite(
  one: RemovalAttempt,
  object: UserObject,
  answer: SentWrite['answer'],
): SentWrite {
  return { ...toWrite(one, object), outcome: 'refused', answer }
}

function toLostWrite(one: RemovalAttempt, object: UserObject): SentWrite {
  return { ...toWrite(one, object), outcome: 'unknown' }
}

/** The audit entry for a step that didn't send anything. */
function toStepWrite(
  { attempt }: RemovalAttempt,
  { message: answer }: UnformattedFailure,
): SentWrite {
  return { action: attempt.action, outcome: 'refused', answer }
}

/** Maximum number of names in one sentence. */
const maxNames = 5

function keptNotice(left: readonly LeftObject[]): UnformattedFailure {
  const names = left.slice(0, maxNames).map(({ label }) => label)
  if (left.length > maxNames) names.push('…')
  return createFailure('queue.keptByGitLab', { count: left.length, names })
}

const nothingToRemove = {
  notice: createFailure('queue.nothingThere'),
} satisfies { notice: UnformattedFailure }

/** Messages for removals that weren't sent, by the reason why the objects can't be listed. */
const unlisted: Record<ObjectProblem, UnformattedFailure> = {
  unsupported: createFailure('queue.left_unsupported'),
  'filter-ignored': createFailure('queue.tokensOfOthers'),
  unreadable: createFailure('queue.tokensUnreadable'),
}
