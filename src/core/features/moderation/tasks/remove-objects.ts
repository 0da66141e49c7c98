import { z } from 'zod'
import { message } from '../../../../shared/messages/message.ts'
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
import { outcomeOfFailedWrite } from '../../../jobs/write-outcome.ts'
import type { Attempt } from '../compare.ts'
import type { ActionContext } from '../read-user.ts'
import { type LeftObject, addToRecord, isSame, without } from './object-record.ts'
import type { Task } from './task.ts'

export interface ObjectKind {
  /** The write's name in the audit log. */
  write(object: UserObject): string
  /** Throws if they can't be read. */
  list(context: ActionContext, user: UserForAdmins): Promise<UserObject[] | ObjectProblem>
  /** Reads what the list lacks of an object, before anything is sent; undefined if the instance has no such object, or can't read it. */
  describe?(
    context: ActionContext,
    user: UserForAdmins,
    object: UserObject,
  ): Promise<UserObject | undefined>
  remove(context: ActionContext, user: UserForAdmins, object: UserObject): Promise<unknown>
  /** Why GitLab may keep an object, also after it accepted the removal. It is no failure then. */
  keeps?(object: UserObject): LeftReason | undefined
}

/** A list as it is now; `isIncomplete` if some of it could not be read. */
interface Listed {
  objects: UserObject[]
  isIncomplete: boolean
}

/** One try, with what is known of it. */
interface Try {
  kind: ObjectKind
  context: ActionContext
  attempt: Attempt
  user: UserForAdmins
}

/** What a try sends. */
interface Plan {
  /** What was in the list that was read just before. */
  found: readonly UserObject[]
  /** What was in it, but could not be read. */
  unreadable: readonly UserObject[]
  /** What earlier tries sent, and was not in it. */
  gone: readonly UserObject[]
}

/** The answers of a try: the refusals, and undefined for what was accepted. */
type Answers = ReadonlyMap<UserObject, UnformattedFailure | undefined>

/**
 * A task that removes all objects of a kind. Each is removed by its ID, which no other object of its type gets, and the list that is
 * read afterwards decides what was removed. The snapshot of an item has the objects that were sent and are in no entry of the audit log
 * yet; its result records what all tries found and did. Promise: nothing is sent about an object that was not in the list just before.
 */
export function removeObjects(kind: ObjectKind): Task {
  return {
    async prepare(context, attempt, user) {
      const one: Try = { kind, context, attempt, user }
      const earlier = parseObjects(attempt.snapshot)
      try {
        const listed = await readList(one)
        if (typeof listed === 'string') return endUnlisted(one, listed, earlier)
        const { objects: found } = listed
        const { described, unreadable } = await describeEach(one, found)
        const gone = without(earlier, found)
        if (found.length === 0) return endEmpty(one, gone, listed)
        if (described.length === 0) return await endUnreadable(one, found, gone)
        const plan: Plan = { found: described, unreadable, gone }
        const send = () => removeEach(one, plan)
        return { before: user.state, snapshot: [...gone, ...described], send }
      } catch (error) {
        return { kind: 'delayed', failure: toFailureOrThrow(error), snapshot: attempt.snapshot }
      }
    },
    async reconcile(context, attempt, user) {
      const one: Try = { kind, context, attempt, user }
      const sent = parseObjects(attempt.snapshot)
      let listed: Listed | ObjectProblem
      try {
        listed = await readList(one)
      } catch (error) {
        return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: false }
      }
      if (typeof listed === 'string') return { kind: 'again' }
      const removed = without(sent, listed.objects)
      const writes = removed.map((object) => toWrite(one, object))
      if (listed.objects.length === 0 && !listed.isIncomplete) {
        const result = addToRecord(attempt.result, { before: sent, removed })
        return { kind: 'done', after: user.state, sent: true, writes, result }
      }
      // What is left is listed and removed again.
      const snapshot = without(sent, removed)
      return {
        kind: 'again',
        writes,
        snapshot,
        result: addToRecord(attempt.result, { before: sent, removed }),
      }
    },
  }
}

async function removeEach(one: Try, plan: Plan): Promise<JobOutcome> {
  const { kind, context, user } = one
  const answers = new Map<UserObject, UnformattedFailure | undefined>()
  for (const object of plan.found) {
    try {
      await kind.remove(context, user, object)
      answers.set(object, undefined)
    } catch (error) {
      const failure = toFailureOrThrow(error)
      const outcome = outcomeOfFailedWrite(failure)
      if (outcome === 'unknown') {
        const { snapshot, ...known } = provenBy(one, plan, answers)
        return {
          kind: 'unknown',
          failure,
          accepted: false,
          ...known,
          snapshot: [...snapshot, object],
        }
      }
      const stop = outcome === 'not-done' ? failure : await lostRights(context, failure)
      if (stop) return { kind: 'delayed', failure: stop, ...provenBy(one, plan, answers) }
      answers.set(object, failure)
    }
  }
  return await settle(one, plan, answers)
}

/** What the answers of a try prove without another look. What they don't prove is in the snapshot. */
function provenBy(one: Try, { found, unreadable, gone }: Plan, answers: Answers) {
  const isProven = (object: UserObject) =>
    answers.get(object) ? isRefusal(answers.get(object)) : !one.kind.keeps?.(object)
  const answered = [...answers.keys()]
  const proven = answered.filter(isProven)
  const removed = [...gone, ...proven.filter((object) => !answers.get(object))]
  const refused = proven.filter((object) => answers.get(object))
  return {
    writes: [
      ...removed.map((object) => toWrite(one, object)),
      ...refused.map((object) => toRefusedWrite(one, object, answers.get(object)!.message)),
    ],
    snapshot: answered.filter((object) => !isProven(object)),
    result: addToRecord(one.attempt.result, {
      before: [...gone, ...found, ...unreadable],
      removed,
    }),
  }
}

/** Another administrator may have removed what is not found; the list tells. */
function isRefusal(failure: UnformattedFailure | undefined): boolean {
  return failure !== undefined && failure.kind !== 'not-found'
}

/** GitLab answers a former administrator as it does one without Admin Mode, and an unknown token as one that is somebody else's. */
async function lostRights(
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

/** The outcome by the list as it is now. */
async function settle(one: Try, plan: Plan, answers: Answers): Promise<JobOutcome> {
  const { kind, attempt, user } = one
  const { unreadable } = plan
  const found = [...plan.found, ...unreadable]
  const sent = [...plan.gone, ...plan.found]
  let listed: Listed | ObjectProblem
  try {
    listed = await readList(one)
  } catch (error) {
    const failure = toFailureOrThrow(error)
    const result = addToRecord(attempt.result, { before: [...sent, ...unreadable] })
    return { kind: 'unknown', failure, accepted: false, snapshot: sent, result }
  }
  if (typeof listed === 'string') {
    const known = provenBy(one, plan, answers)
    return endUnlisted(one, listed, known.snapshot, known)
  }
  const { objects } = listed
  const removed = without(sent, objects)
  const left = objects.map((object): LeftObject => {
    const known = found.find((one) => isSame(one, object))
    if (!known) return toLeft(object, 'appeared')
    if (unreadable.includes(known)) return toLeft(known, 'unreadable')
    const answer = answers.get(known)
    const isKept = answer === undefined || answer.status === 403
    const reason = isKept ? kind.keeps?.(known) : undefined
    if (reason) return toLeft(known, reason)
    return answer ? toLeft(known, 'refused', answer) : toLeft(known, 'kept')
  })
  const writes = [
    ...removed.map((object) => toWrite(one, object)),
    ...left
      .filter((object) => sent.some((one) => isSame(one, object)))
      .map((object) => toRefusedWrite(one, object, object.answer)),
  ]
  const result = addToRecord(attempt.result, { before: [...sent, ...unreadable], removed, left })
  const failed = left.filter(({ reason }) => !keptReasons.includes(reason))
  const after = user.state
  if (failed.length === 0 && !listed.isIncomplete) {
    const notice = left.length > 0 ? keptNotice(left) : undefined
    return { kind: 'done', after, sent: true, writes, result, ...(notice && { notice }) }
  }
  const refusal = [...answers.values()].find(isRefusal)
  return {
    kind: 'refused',
    failure: failed.some(({ reason }) => reason === 'refused') && refusal ? refusal : notRemoved,
    after,
    sent: true,
    writes,
    result,
  }
}

/** Reasons that are no failure. */
const keptReasons: readonly LeftReason[] = ['only_owner', 'own_namespace']

function endEmpty(one: Try, gone: readonly UserObject[], { isIncomplete }: Listed): JobOutcome {
  const { attempt, user } = one
  const isOwn = attempt.before !== undefined || gone.length > 0
  const writes = gone.map((object) => toWrite(one, object))
  const result = addToRecord(attempt.result, { before: gone, removed: gone })
  const after = user.state
  if (isIncomplete)
    return { kind: 'refused', failure: notRemoved, after, sent: isOwn, writes, result }
  return { kind: 'done', after, sent: isOwn, writes, result, ...(!isOwn && nothingThere) }
}

/** They can't be listed: the instance has no list, or listed what isn't the user's. What was sent can't be looked for any more. */
function endUnlisted(
  one: Try,
  problem: ObjectProblem,
  sent: readonly UserObject[],
  known?: Pick<ReturnType<typeof provenBy>, 'writes' | 'result'>,
): JobOutcome {
  const { attempt, user } = one
  const failure = problem === 'unsupported' ? notSupported : tokensOfOthers
  const lost = sent.map((object) => ({ ...toWrite(one, object), outcome: 'unknown' as const }))
  const writes = [...(known?.writes ?? []), ...lost, toStepWrite(one, failure)]
  const result = addToRecord(known?.result ?? attempt.result, { before: sent, problem })
  const after = user.state
  const wasSent = known !== undefined || sent.length > 0
  return problem === 'unsupported' && !wasSent
    ? { kind: 'done', after, sent: false, notice: failure, writes, result }
    : { kind: 'refused', failure, after, sent: wasSent, writes, result }
}

/** None of them could be read: the instance lacks the endpoints, unless they are gone meanwhile. */
async function endUnreadable(
  one: Try,
  found: readonly UserObject[],
  gone: readonly UserObject[],
): Promise<JobOutcome> {
  const { attempt, user } = one
  const listed = await readList(one)
  if (typeof listed === 'string') return endUnlisted(one, listed, gone)
  const writes = gone.map((object) => toWrite(one, object))
  const still = listed.objects
  const left = still.map((object) => toLeft(object, 'unsupported'))
  const result = addToRecord(attempt.result, {
    before: [...gone, ...found],
    removed: gone,
    left,
    ...(left.length > 0 && { problem: 'unsupported' as const }),
  })
  const after = user.state
  if (still.length === 0) {
    return { kind: 'done', after, sent: gone.length > 0, writes, result, ...nothingThere }
  }
  writes.push(toStepWrite(one, notSupported))
  return { kind: 'done', after, sent: false, notice: notSupported, writes, result }
}

async function readList({ kind, context, user }: Try): Promise<Listed | ObjectProblem> {
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

async function describeEach({ kind, context, user }: Try, objects: readonly UserObject[]) {
  const described: UserObject[] = []
  const unreadable: UserObject[] = []
  for (const object of objects) {
    const full = kind.describe ? await kind.describe(context, user, object) : object
    if (full) described.push(full)
    else unreadable.push(object)
  }
  return { described, unreadable }
}

function parseObjects(snapshot: unknown): UserObject[] {
  return z.array(UserObject).parse(snapshot ?? [])
}

function toLeft(object: UserObject, reason: LeftReason, failure?: UnformattedFailure): LeftObject {
  return { ...object, reason, answer: failure?.message ?? message(`queue.left_${reason}`) }
}

function toWrite({ kind }: Try, object: UserObject): SentWrite {
  const { label, fields = {} } = object
  return {
    action: kind.write(object),
    object: label,
    changes: fieldChanges({}, fields),
    outcome: 'done',
  }
}

function toRefusedWrite(one: Try, object: UserObject, answer: SentWrite['answer']): SentWrite {
  return { ...toWrite(one, object), outcome: 'refused', answer }
}

/** The entry of a step of which nothing was sent. */
function toStepWrite({ attempt }: Try, { message: answer }: UnformattedFailure): SentWrite {
  return { action: attempt.action, outcome: 'refused', answer }
}

/** Names in one sentence, at most. */
const named = 5

function keptNotice(left: readonly LeftObject[]): UnformattedFailure {
  const names = left.slice(0, named).map(({ label }) => label)
  if (left.length > named) names.push('…')
  return { kind: 'conflict', message: message('queue.keptByGitLab', { count: left.length, names }) }
}

const nothingThere = {
  notice: { kind: 'conflict', message: message('queue.nothingThere') },
} satisfies { notice: UnformattedFailure }

const notRemoved: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.notAllRemoved'),
  hint: message('queue.notAllRemovedHint'),
}

const notSupported: UnformattedFailure = {
  kind: 'conflict',
  message: message('queue.notSupported'),
}

const tokensOfOthers: UnformattedFailure = {
  kind: 'conflict',
  reason: 'filter-ignored',
  message: message('queue.tokensOfOthers'),
  hint: message('queue.tokensOfOthersHint'),
}
