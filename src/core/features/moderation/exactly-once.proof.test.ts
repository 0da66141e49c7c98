import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moderationRules } from '../../../shared/moderation.ts'
import type { Taken } from './testing/broken-network.ts'
import { isExplained, unseen } from './testing/compare-effects.ts'
import type { Effect, Effects } from './testing/effects.ts'
import { type StoredAction, expectedEffects } from './testing/file-of-actions.ts'
import { type Played, peopleEach, play, stepsEach } from './testing/history.ts'
import { type Service, startService } from './testing/harness.ts'

// Histories of orders and second thoughts, answers that are lost, crashes, clocks that jump by a year, and changes that others
// make. The reference model is small (`testing/queue-model.ts`): what was acknowledged is there, changes only as somebody wants
// it or as sending allows, and ends done, refused with a reason or waiting for a decision; and what the service did to a person
// is what the actions on that person say was done, in their order, and nothing twice.

const histories = Number(
  process.env.LATCHKEY_HISTORIES ?? (process.env.LATCHKEY_PROOF === 'full' ? 1000 : 15),
)

let service: Service
let effects: Effects
beforeAll(async () => {
  service = await startService({ users: histories * peopleEach + 60 })
  effects = service.countEffects()
})
afterAll(() => service.end())

function check({ wrong, actions, people, touched, taken, wasLong, integrity }: Played): void {
  expect(integrity).toBe('ok')
  expect(wrong).toEqual([])
  // Nothing is sent to somebody who is not as they were seen.
  const blind = ({ before, expected_state }: StoredAction) =>
    before !== null && expected_state !== null && before !== expected_state
  expect(actions.filter(blind)).toEqual([])
  expect(actions.filter(isSilent)).toEqual([])
  if (!wasLong) expect(actions.filter(({ state }) => state === 'expired')).toEqual([])
  for (const person of people) {
    const own = actions.filter(({ target }) => target === person)
    const happened = effects.list(person)
    const said = JSON.stringify({ own, happened })
    const byOthers = touched.get(person) ?? 0
    const sent = taken.get(person) ?? []
    // Somebody let it be, or sent it again, without knowing whether it had arrived.
    const lost = sent.some(({ isDeletion, isLost }) => isDeletion && isLost) ? 1 : 0
    const more = Math.max(unseen(own), lost)
    if (byOthers === 0) {
      expect(isExplained(own, happened, more), said).toBe(true)
      checkSent(sent, own, happened, said)
      continue
    }
    // Each time that others change somebody, one answer that was lost can look like something else.
    const expected = expectedEffects(own).length
    expect(happened.length, said).toBeLessThanOrEqual(expected + more + byOthers)
    expect(happened.length, said).toBeGreaterThanOrEqual(expected - byOthers)
    expect(happened.filter(({ became }) => became === 'gone').length, said).toBeLessThanOrEqual(1)
  }
}

/**
 * Also a repetition that changes nothing any more is one too many. Only a deletion may be sent again where its answer was lost,
 * because somebody decided so: the account is there for as long as the service takes to delete it, so no look tells.
 */
function checkSent(
  taken: readonly Taken[],
  own: readonly StoredAction[],
  happened: readonly Effect[],
  said: string,
): void {
  const changes = taken.filter(({ isDeletion }) => !isDeletion)
  expect(changes.length, said).toBe(happened.filter(({ became }) => became !== 'gone').length)
  const told = taken.filter(({ isDeletion, isLost }) => isDeletion && !isLost)
  const wanted = own.filter(({ action }) => moderationRules[action].becomes === 'gone')
  expect(told.length, said).toBeLessThanOrEqual(wanted.length)
}

/** What did not come to what was wanted says why. */
function isSilent({ state, before, failure }: StoredAction): boolean {
  const wantsReason =
    /^(refused|conflict|expired)$/.test(state) || (state === 'done' && before === null)
  return wantsReason && !/"message":("[^"]|\{"id":)/.test(failure ?? '')
}

const ends = new Map<string, number>()
const began = performance.now()
let right = 0
afterAll(() => {
  if (right < histories) return
  const counts = [...ends].map(([state, count]) => `${count} ${state}`).join(', ')
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `\nproof: queue, model: ${histories} histories of ${stepsEach} steps on ${peopleEach} people: ${counts}; ` +
      `${effects.list().length} changes at the service, 0 lost, 0 twice (${seconds} s)`,
  )
})

describe('every action', () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'of history %i is done once or told why not',
    { timeout: 120_000 },
    async (seed) => {
      const history = await play(service, effects, seed)
      check(history)
      right += 1
      for (const { state } of history.actions) ends.set(state, (ends.get(state) ?? 0) + 1)
    },
  )
})
