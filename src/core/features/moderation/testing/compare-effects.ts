import { isDeletion } from '../../../../shared/moderation.ts'
import type { Effect, Effects } from './effects.ts'
import { type StoredAction, expectedEffects } from './file-of-actions.ts'

/** Everybody to whom something else happened at the service than the file says, with both. */
export function differing(
  actions: readonly StoredAction[],
  effects: Effects,
  people: Iterable<number>,
): { own: StoredAction[]; happened: Effect[] }[] {
  const others = []
  for (const person of people) {
    const own = actions.filter(({ target }) => target === person)
    const happened = effects.list(person)
    if (!isExplained(own, happened)) others.push({ own, happened })
  }
  return others
}

/** Whether what happened to somebody is what the actions on them say; `more` may have happened besides. */
export function isExplained(
  own: readonly StoredAction[],
  happened: readonly Effect[],
  more = unseen(own),
): boolean {
  const wanted = expectedEffects(own)
  const isSame = JSON.stringify(happened.slice(0, wanted.length)) === JSON.stringify(wanted)
  if (isSame && happened.length <= wanted.length + more) return true
  // A deletion that is known of nobody may have come before anything else, and leaves nothing for the next one to do.
  const deletions = happened.filter(isGone)
  const rest = (effects: readonly Effect[]) => JSON.stringify(effects.filter((one) => !isGone(one)))
  return more > 0 && deletions.length === 1 && rest(happened) === rest(wanted)
}

function isGone({ became }: Effect): boolean {
  return became === 'gone'
}

/**
 * How many actions say that nobody knows whether they happened: of somebody who is gone nobody can see what a lost answer did
 * before, and of a deletion without an answer that somebody let be nobody can tell whether it arrived.
 */
export function unseen(own: readonly StoredAction[]): number {
  return own.filter(({ state, action, before, failure }) => {
    if (state === 'cancelled') return isDeletion(action) && before !== null
    if (state === 'expired') return /was not seen to happen/.test(failure ?? '')
    return /nobody can see/.test(failure ?? '')
  }).length
}
