import type {
  Evidence,
  EvidenceStep,
  ObjectProblem,
  UserObject,
} from '../../../../shared/operations/jobs.ts'
import { accessLevelMessage } from '../../../../shared/rules/access-levels.ts'
import { finishedStates } from '../../../../shared/rules/item-states.ts'
import { evidenceUsersLimit } from '../../../../shared/rules/limits.ts'
import {
  type QueueAction,
  isDeletionAccepted,
  removesObjects,
} from '../../../../shared/rules/moderation.ts'
import { actionLabel } from '../../../components/moderation/moderation-messages.ts'
import { userStateLabel } from '../../../components/user-states.ts'
import { escapeBidi } from '../../../ui/escape-bidi.ts'
import { t, textOf } from '../../../ui/messages.ts'
import { momentToSecond, fullDay } from '../../../ui/time/moments.ts'
import { missingOffboardActions } from '../plans/built-in-plans.ts'

/** The number of objects that a step removed or left behind, or whose result is unknown. */
interface ObjectCounts {
  removed: number
  left: number
  unknown: number
}

/** A run’s totals across all users. */
interface ObjectSum extends ObjectCounts {
  action: QueueAction
  users: number
  /** The number of users for whom a step failed, by problem. */
  problems: ReadonlyMap<ObjectProblem, number>
}

function without(objects: readonly UserObject[], others: readonly UserObject[]) {
  return objects.filter((object) => !includesObject(object, others))
}

function includesObject({ id, type }: UserObject, objects: readonly UserObject[]): boolean {
  return objects.some((other) => other.id === id && other.type === type)
}

/** A run’s totals for each action, in step order. */
export function sumObjects(users: Evidence['users']): ObjectSum[] {
  const triedSteps = users.flatMap(({ steps }) => steps).filter(({ objects }) => objects)
  return Array.from(
    Map.groupBy(triedSteps, ({ action }) => action),
    ([action, steps]) => {
      const counts = steps.map(countObjects)
      const sumPart = (part: keyof ObjectCounts) => counts.reduce((sum, one) => sum + one[part], 0)
      const problems = Map.groupBy(
        steps.flatMap(({ objects }) => objects?.problem ?? []),
        (problem) => problem,
      )
      return {
        action,
        users: steps.length,
        removed: sumPart('removed'),
        left: sumPart('left'),
        unknown: sumPart('unknown'),
        problems: new Map(Array.from(problems, ([problem, { length }]) => [problem, length])),
      }
    },
  )
}

export function countObjects(step: Pick<EvidenceStep, 'state' | 'objects'>): ObjectCounts {
  const { removed = [], left = [] } = step.objects ?? {}
  return { removed: removed.length, left: left.length, unknown: unknownObjects(step).length }
}

/** “16 removed, 2 left”. */
export function formatRemoved({ removed, left, unknown }: ObjectCounts): string {
  return t('evidence.removedCount', { removed, left, unknown })
}

/** “16 removed, 2 left; for 1 user: This instance doesn’t allow it.” */
export function formatSum({ users, problems, ...counts }: ObjectSum): string {
  const [first] = problems
  const isNothing = counts.removed + counts.left + counts.unknown === 0
  if (isNothing && first?.[1] === users) return problemText(first[0])
  return Array.from(problems).reduce(
    (result, [problem, count]) =>
      t('evidence.sumWithProblem', { result, count, problem: problemText(problem) }),
    formatRemoved(counts),
  )
}

export function problemText(problem: ObjectProblem): string {
  return t(problem === 'unsupported' ? 'evidence.unsupported' : 'evidence.filterIgnored')
}

/** Whether the run has more users than these. It has one item per step and user. */
export function hasMoreUsers({ users }: Pick<Evidence, 'users'>, total: number): boolean {
  const steps = users.reduce((sum, user) => sum + user.steps.length, 0)
  return users.length >= evidenceUsersLimit && steps < total
}

/**
 * Lists offboarding steps that a plan lacks: “Remove memberships, …”. Undefined if none are missing or the plan
 * doesn’t remove anything.
 */
export function formatAbsent({ plan, users }: Pick<Evidence, 'plan' | 'users'>) {
  const actions = users.flatMap(({ steps }) => steps.map(({ action }) => action))
  if (plan === undefined || !actions.some(removesObjects)) return undefined
  return missingOffboardActions(actions).map(actionLabel).join(', ') || undefined
}

/** A user’s state before and after a step: “Active → Blocked”. Undefined if unchanged or unknown. */
export function formatStates({ action, state, before, after }: EvidenceStep): string | undefined {
  const isAccepted = state === 'done' && isDeletionAccepted(action, after)
  if (!before || !after || (before === after && !isAccepted)) return undefined
  const label = (state: string) => (state === 'gone' ? t('auditLog.gone') : userStateLabel(state))
  return t('auditLog.stateChange', {
    before: label(before),
    after: isAccepted ? t('auditLog.deletionAccepted') : label(after),
  })
}

/** When a step's requests were sent and answered or, if nothing was sent, when it ended. */
export function formatStepTimes({
  firstRequest,
  lastAnswer,
  finished,
}: EvidenceStep): string | undefined {
  if (firstRequest === undefined) {
    return finished === undefined
      ? undefined
      : t('evidence.notSent', { when: momentToSecond(finished) })
  }
  const first = momentToSecond(firstRequest)
  return lastAnswer === undefined
    ? t('common.labeled', { label: t('bulk.firstRequest'), value: first })
    : t('evidence.requestTimes', { first, last: momentToSecond(lastAnswer) })
}

export interface EvidenceRow {
  object: UserObject
  isLeft: boolean
  /** Whether it exists or may exist. */
  isOpen: boolean
  result: string
}

/** Objects that may or may not exist anymore. */
function unknownObjects({ state, objects }: Pick<EvidenceStep, 'state' | 'objects'>): UserObject[] {
  if (!objects || objects.isListed || !finishedStates.includes(state)) return []
  return without(objects.before, [...objects.removed, ...objects.left])
}

/**
 * The result for each object that a step found, or that appeared after it. Objects that
 * remain or may remain are first.
 */
export function evidenceRows({
  state,
  objects,
}: Pick<EvidenceStep, 'state' | 'objects'>): EvidenceRow[] {
  if (!objects) return []
  const { before, removed, left } = objects
  const unknown = unknownObjects({ state, objects })
  const others = without(before, [...left, ...unknown])
  const resultOf = (object: UserObject) => {
    if (includesObject(object, removed)) return t('evidence.removed')
    return finishedStates.includes(state) ? t('evidence.removedByOthers') : '–'
  }
  const flags = { isLeft: false, isOpen: false }
  return [
    ...left.map((object) => ({
      object,
      isLeft: true,
      isOpen: true,
      result: t('evidence.left', { reason: object.text }),
    })),
    ...unknown.map((object) => ({
      ...flags,
      object,
      isOpen: true,
      result: t('evidence.unknownLeft'),
    })),
    ...others.map((object) => ({ ...flags, object, result: resultOf(object) })),
  ]
}

/** Details that tell objects apart: ID, role, scopes, fingerprint and expiry. */
export function objectDetails({ id, type, fields = {} }: UserObject): string {
  const { access_level: level, expires_at: end, key, scopes, extern_uid: uid } = fields
  const { last_used_ips: addresses } = fields
  return [
    idText(id, type),
    level && textOf(accessLevelMessage(Number(level))),
    scopes && escapeBidi(scopes),
    key,
    uid && escapeBidi(uid),
    end && t('user.expiresOn', { day: fullDay(end) }),
    addresses && t('user.usedFrom', { addresses: addresses.split(', ') }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function idText(id: UserObject['id'], type: UserObject['type']): string | undefined {
  if (typeof id === 'string') return undefined
  if (type === undefined) return t('user.idValue', { id: String(id) })
  return t(type === 'Project' ? 'user.project' : 'user.group', { id: String(id) })
}

/** The URL of a group or project on the instance. Older versions find groups only by name. */
export function objectUrl({ id, type, label }: UserObject, instance: string): string | undefined {
  if (type === 'Project') return `${instance}/projects/${id}`
  if (type === 'Namespace') return `${instance}/admin/groups?name=${encodeURIComponent(label)}`
  return undefined
}
