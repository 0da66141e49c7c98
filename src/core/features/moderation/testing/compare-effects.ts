import { isDeletion } from '../../../../shared/rules/moderation.ts'
import type { Effect, Effects } from './effects.ts'
import { type StoredAction, expectedEffects, failureIdOf } from './file-of-actions.ts'

/** Users whose changes at the service differ from their stored actions, with both lists. */
export function differing(
  actions: readonly StoredAction[],
  effects: Effects,
  users: Iterable<number>,
): { own: StoredAction[]; happened: Effect[] }[] {
  const others = []
  for (const user of users) {
    const own = actions.filter(({ target }) => target === user)
    const happened = effects.list(user)
    if (!isExplained(own, happened)) others.push({ own, happened })
  }
  return others
}

/** Whether a user's actions explain the changes at the service; up to `more` additional changes are allowed. */
export function isExplained(
  own: readonly StoredAction[],
  happened: readonly Effect[],
  more = unseen(own),
): boolean {
  const wanted = expectedEffects(own)
  const isSame = JSON.stringify(happened.slice(0, wanted.length)) === JSON.stringify(wanted)
  if (isSame && happened.length <= wanted.length + more) return true
  // An earlier deletion with an unknown outcome may have made a later one unnecessary.
  const deletions = happened.filter(isGone)
  const rest = (effects: readonly Effect[]) => JSON.stringify(effects.filter((one) => !isGone(one)))
  return more > 0 && deletions.length === 1 && rest(happened) === rest(wanted)
}

function isGone({ became }: Effect): boolean {
  return became === 'gone'
}

/**
 * Counts actions with an unknowable outcome: a lost response for a deleted user, or a dismissed deletion without a response.
 */
export function unseen(own: readonly StoredAction[]): number {
  return own.filter((one) => {
    if (one.state === 'cancelled') return isDeletion(one.action) && one.before !== null
    const id = failureIdOf(one)
    return id === (one.state === 'expired' ? 'queue.expiredUnconfirmed' : 'queue.goneUnconfirmed')
  }).length
}
