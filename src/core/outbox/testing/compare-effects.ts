import type { Effect, Effects } from './effects.ts'
import { type FiledAction, expectedEffects } from './file-of-actions.ts'

/** Everybody to whom something else happened at the service than the file says, with both. */
export function differing(
  actions: readonly FiledAction[],
  effects: Effects,
  people: Iterable<number>,
): { own: FiledAction[]; happened: Effect[] }[] {
  const others = []
  for (const person of people) {
    const own = actions.filter(({ target }) => target === person)
    const happened = effects.list(person)
    if (!isExplained(own, happened)) others.push({ own, happened })
  }
  return others
}

/** Whether what happened to somebody is what the actions on them say. */
export function isExplained(own: readonly FiledAction[], happened: readonly Effect[]): boolean {
  const wanted = expectedEffects(own)
  const isSame = JSON.stringify(happened.slice(0, wanted.length)) === JSON.stringify(wanted)
  return isSame && happened.length <= wanted.length + unseen(own)
}

/**
 * How many actions say that nobody knows whether they happened: of somebody who is gone nobody can see what a lost answer did
 * before, and a deletion of which no answer came may run long after it was looked for.
 */
export function unseen(own: readonly FiledAction[]): number {
  return own.filter(({ state, failure }) => {
    const isGivenUp = state === 'expired' || state === 'cancelled'
    return isGivenUp
      ? /perhaps the deletion is running|was not seen to happen/.test(failure ?? '')
      : /nobody can see/.test(failure ?? '')
  }).length
}
