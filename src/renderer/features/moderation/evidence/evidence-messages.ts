import type {
  Evidence,
  EvidenceStep,
  ObjectProblem,
  RemovedObjects,
  UserObject,
} from '../../../../shared/operations/jobs.ts'
import { accessLevelMessage } from '../../../../shared/rules/access-levels.ts'
import type { QueueAction } from '../../../../shared/rules/moderation.ts'
import { userStateLabel } from '../../../components/user-states.ts'
import { escapeBidi } from '../../../ui/escape-bidi.ts'
import { t, textOf } from '../../../ui/messages.ts'
import { fullDay } from '../../../ui/time/moments.ts'

/** How much a step removed, and how much is left. */
interface ObjectSum {
  removed: number
  left: number
  problem?: ObjectProblem | undefined
}

const isSame = (a: UserObject, b: UserObject) => a.id === b.id && a.type === b.type

/** What each action of a run removed from all its users together, in the order of the steps. */
export function sumObjects(users: Evidence['users']): (ObjectSum & { action: QueueAction })[] {
  const sums = new Map<QueueAction, ObjectSum>()
  for (const { action, objects } of users.flatMap(({ steps }) => steps)) {
    if (!objects) continue
    const { removed, left, problem } = sums.get(action) ?? { removed: 0, left: 0 }
    sums.set(action, {
      removed: removed + objects.removed.length,
      left: left + objects.left.length,
      problem: problem ?? objects.problem,
    })
  }
  return Array.from(sums, ([action, sum]) => ({ action, ...sum }))
}

/** “16 removed, 2 left”. */
export function formatRemoved({ removed, left, problem }: ObjectSum): string {
  if (removed + left === 0 && problem) return problemText(problem)
  return t('evidence.removedCount', { removed, left })
}

export function problemText(problem: ObjectProblem): string {
  return t(problem === 'unsupported' ? 'evidence.unsupported' : 'evidence.filterIgnored')
}

/** The state of a user before and after a step: “Active → Blocked”; undefined if it stays or isn’t known. */
export function formatStates({ before, after }: EvidenceStep): string | undefined {
  if (!before || !after || before === after) return undefined
  const label = (state: string) =>
    state === 'gone' ? t('evidence.deleted') : userStateLabel(state)
  return t('evidence.stateChange', { before: label(before), after: label(after) })
}

export interface EvidenceRow {
  object: UserObject
  isLeft: boolean
  result: string
}

/** What became of each object that a step found, and of those that appeared meanwhile; what is left comes first. */
export function rowsOf({ before, removed, left }: RemovedObjects, isEnded: boolean): EvidenceRow[] {
  const others = before.filter((object) => !left.some((other) => isSame(object, other)))
  const resultOf = (object: UserObject) => {
    if (removed.some((other) => isSame(object, other))) return t('evidence.removed')
    return isEnded ? t('evidence.removedByOthers') : '–'
  }
  return [
    ...left.map((object) => ({
      object,
      isLeft: true,
      result: t('evidence.left', { reason: object.text }),
    })),
    ...others.map((object) => ({ object, isLeft: false, result: resultOf(object) })),
  ]
}

/** What tells an object from others: its ID, role, scopes, fingerprint, and expiry. */
export function detailsOf({ id, type, fields = {} }: UserObject): string {
  const { access_level: level, expires_at: end, key, scopes, extern_uid: uid } = fields
  return [
    idText(id, type),
    level && textOf(accessLevelMessage(Number(level))),
    scopes && escapeBidi(scopes),
    key,
    uid && escapeBidi(uid),
    end && t('user.expiresOn', { day: fullDay(end) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function idText(id: UserObject['id'], type: UserObject['type']): string | undefined {
  if (typeof id === 'string') return undefined
  if (type === undefined) return t('user.idValue', { id: String(id) })
  return t(type === 'Project' ? 'user.project' : 'user.group', { id: String(id) })
}

/** The page of a group or project on the instance. Older versions find groups only by name. */
export function pageOf({ id, type, label }: UserObject, instance: string): string | undefined {
  if (type === 'Project') return `${instance}/projects/${id}`
  if (type === 'Namespace') return `${instance}/admin/groups?name=${encodeURIComponent(label)}`
  return undefined
}
