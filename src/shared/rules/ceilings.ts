import { type QueueAction, queueActions } from './moderation.ts'

/** The actions that can have a ceiling: the most users, or tokens, that they may affect in a day. */
export const cappedActions = [
  'delete',
  'ban',
  'deactivate',
  'revoke_tokens',
  'disable_two_factor',
  'remove_admin',
  'view_as',
] as const
export type CappedAction = (typeof cappedActions)[number]

/** Those whose calls and runs have a reason. */
export const actionsWithReason = [
  'delete',
  'ban',
  'deactivate',
  'disable_two_factor',
  'view_as',
] as const satisfies readonly CappedAction[]
export type ActionWithReason = (typeof actionsWithReason)[number]

/** Those that need a reason on an instance where nobody changed that. */
export const defaultActionsWithReason: readonly ActionWithReason[] = ['delete']

/** The highest ceiling. Above it, an action has none. */
export const highestCeiling = 10_000

/** The ceilings of an instance that nobody changed. What can be undone has none. */
export const defaultCeilings: Readonly<Partial<Record<CappedAction, number>>> = {
  delete: 100,
  remove_admin: 100,
}

/** A day of a ceiling, in milliseconds. */
export const ceilingDayMs = 24 * 60 * 60_000

/** How long (ms) a raised ceiling waits until it applies. */
export const raiseDelayMs = 60 * 60_000

/** The capped action that an action of the queue is; undefined if it can't have a ceiling. */
export function cappedActionOf(action: string): CappedAction | undefined {
  switch (action as QueueAction) {
    case 'delete':
    case 'hard_delete':
      return 'delete'
    case 'ban':
    case 'deactivate':
    case 'disable_two_factor':
      return action as CappedAction
    case 'revoke_impersonation_tokens':
    case 'revoke_personal_access_tokens':
      return 'revoke_tokens'
    default:
      return undefined
  }
}

/** The actions of the queue that count as a capped action. */
export function queueActionsOf(capped: CappedAction): QueueAction[] {
  return queueActions.filter((action) => cappedActionOf(action) === capped)
}

/** Whether a ceiling is higher than another one. Null is no ceiling. */
export function isRaise(from: number | null, to: number | null): boolean {
  return from !== null && (to === null || to > from)
}

/** What a ceiling leaves. */
export interface CeilingUse {
  /** Users or tokens counted in the last day. */
  used: number
  left: number
  /** How many of the requested ones are too many. */
  over: number
  /** When all requested ones are possible (ms since 1970); absent if they never are in one day. */
  freeAt?: number
}

/**
 * What a ceiling leaves for `wanted` more. `times` are those of everything counted, `dayStart` is the start of the current
 * day, and `ahead` is what is about to be sent before.
 */
export function ceilingUse(
  limit: number,
  times: Iterable<number>,
  { wanted, dayStart, ahead = 0 }: { wanted: number; dayStart: number; ahead?: number },
): CeilingUse {
  const counted = [...times].filter((at) => at > dayStart).sort((a, b) => a - b)
  const used = counted.length
  const left = Math.max(0, limit - used - ahead)
  const over = Math.max(0, wanted - left)
  /** How many of the counted ones have to be a day old before all requested ones are possible. */
  const inTheWay = used + ahead + wanted - limit
  const last = over > 0 ? counted[inTheWay - 1] : undefined
  return { used, left, over, ...(last !== undefined && { freeAt: last + ceilingDayMs }) }
}

/** Whether a text is a regular expression. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
