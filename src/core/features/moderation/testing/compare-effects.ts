import { isDeletion } from '../../../../shared/rules/moderation.ts'
import type { Effect, Effects } from './effects.ts'
import { type StoredAction, expectedEffects, failureIdOf } from './file-of-actions.ts'

/** Users whose changes at the service don't match their stored actions, with both lists. */
export function findMismatches(
  actions: readonly StoredAction[],
  effects: Effects,
  users: Iterable<number>,
): { userActions: StoredAction[]; changes: Effect[] }[] {
  const mismatches = []
  for (const user of users) {
    const userActions = actions.filter(({ target }) => target === user)
    const changes = effects.list(user)
    if (!isExplained(userActions, changes)) mismatches.push({ userActions, changes })
  }
  return mismatches
}

/** Whether a user's actions explain the changes at the service; up to `more` additional changes are allowed. */
export function isExplained(
  userActions: readonly StoredAction[],
  changes: readonly Effect[],
  more = countUnknowable(userActions),
): boolean {
  const expected = expectedEffects(userActions)
  const isSame = JSON.stringify(changes.slice(0, expected.length)) === JSON.stringify(expected)
  if (isSame && changes.length <= expected.length + more) return true
  // An earlier deletion whose outcome is unknown may have made a later one unnecessary.
  const deletions = changes.filter(isGone)
  const rest = (effects: readonly Effect[]) => JSON.stringify(effects.filter((one) => !isGone(one)))
  return more > 0 && deletions.length === 1 && rest(changes) === rest(expected)
}

function isGone({ became }: Effect): boolean {
  return became === 'gone'
}

/**
 * Counts actions whose outcome can't be known: a lost response for a deleted user, or a dismissed deletion without a
 * response.
 */
export function countUnknowable(userActions: readonly StoredAction[]): number {
  return userActions.filter((one) => {
    if (one.state === 'cancelled') return isDeletion(one.action) && one.before !== null
    const id = failureIdOf(one)
    return id === (one.state === 'expired' ? 'queue.expiredUnconfirmed' : 'queue.goneUnconfirmed')
  }).length
}
