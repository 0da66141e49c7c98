import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moderationRules } from '../../../shared/rules/moderation.ts'
import type { Taken } from './testing/broken-network.ts'
import { isExplained, unseen } from './testing/compare-effects.ts'
import type { Effect, Effects } from './testing/effects.ts'
import { type StoredAction, expectedEffects } from './testing/file-of-actions.ts'
import { type Played, usersEach, play, stepsEach } from './testing/history.ts'
import { type Service, startService } from './testing/harness.ts'
import { isFull } from '../../testing/proof.ts'

// Random histories of actions, cancellations, lost responses, crashes, clock jumps and changes by others, compared with a small
// model (`testing/queue-model.ts`). Acknowledged actions change only by an edit or by sending, and end as done, refused with a
// reason, or in need of a decision. GitLab must have changed each user exactly as requested by the actions, in order and never
// twice.

const histories = Number(process.env.LATCHKEY_HISTORIES ?? (isFull ? 1000 : 5))

let service: Service
let effects: Effects
beforeAll(async () => {
  service = await startService({ users: histories * usersEach + 60 })
  effects = service.countEffects()
})
afterAll(() => service.end())

function check({ wrong, actions, users, touched, taken, wasLong, integrity }: Played): void {
  expect(integrity).toBe('ok')
  expect(wrong).toEqual([])
  // Nothing is sent for users who have changed since.
  const blind = ({ before, expected_state }: StoredAction) =>
    before !== null && expected_state !== null && before !== expected_state
  expect(actions.filter(blind)).toEqual([])
  expect(actions.filter(isSilent)).toEqual([])
  if (!wasLong) expect(actions.filter(({ state }) => state === 'expired')).toEqual([])
  for (const user of users) {
    const own = actions.filter(({ target }) => target === user)
    const happened = effects.list(user)
    const said = JSON.stringify({ own, happened })
    const byOthers = touched.get(user) ?? 0
    const sent = taken.get(user) ?? []
    // Dismissed or resent without knowing whether it had arrived.
    const lost = sent.some(({ isDeletion, isLost }) => isDeletion && isLost) ? 1 : 0
    const more = Math.max(unseen(own), lost)
    if (byOthers === 0) {
      expect(isExplained(own, happened, more), said).toBe(true)
      checkSent(sent, own, happened, said)
      continue
    }
    // Each change by others can hide the effect of one lost response.
    const expected = expectedEffects(own).length
    expect(happened.length, said).toBeLessThanOrEqual(expected + more + byOthers)
    expect(happened.length, said).toBeGreaterThanOrEqual(expected - byOthers)
    expect(happened.filter(({ became }) => became === 'gone').length, said).toBeLessThanOrEqual(1)
  }
}

/** Also counts repeated writes without an effect. Only a deletion without a response may be resent, after a decision. */
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

/** Unfinished actions have a reason. */
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
    `\nproof: queue, model: ${histories} histories of ${stepsEach} steps on ${usersEach} users: ${counts}; ` +
      `${effects.list().length} changes in the sandbox, 0 lost, 0 twice (${seconds} s)`,
  )
})

describe('each action', () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'runs once or reports why it did not in history %i',
    async (seed) => {
      const history = await play(service, effects, seed)
      check(history)
      right += 1
      for (const { state } of history.actions) ends.set(state, (ends.get(state) ?? 0) + 1)
    },
  )
})
