import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moderationRules } from '../../../shared/rules/moderation.ts'
import type { ServiceChange } from './testing/broken-network.ts'
import { isExplained, countUnknowable } from './testing/compare-effects.ts'
import type { Effect, Effects } from './testing/effects.ts'
import { type StoredAction, expectedEffects } from './testing/file-of-actions.ts'
import { type HistoryResult, usersPerHistory, play, stepsEach } from './testing/history.ts'
import { type Service, startService } from './testing/harness.ts'
import { isFull } from '../../testing/proof.ts'

// Compares random histories of actions, cancellations, lost responses, crashes, clock jumps and changes by others with
// a small model (`testing/queue-model.ts`). Only an edit or sending may change acknowledged actions, and they must end
// as done, refused with a reason, or in need of a decision. GitLab must have changed each user exactly as the actions
// requested, in order and never twice.

const histories = Number(process.env.LATCHKEY_HISTORIES ?? (isFull ? 1000 : 5))

let service: Service
let effects: Effects
beforeAll(async () => {
  service = await startService({ users: histories * usersPerHistory + 60 })
  effects = service.countEffects()
})
afterAll(() => service.end())

function check({
  wrong,
  actions,
  users,
  touched,
  acceptedChanges,
  wasLong,
  integrity,
}: HistoryResult): void {
  expect(integrity).toBe('ok')
  expect(wrong).toEqual([])
  // Nothing may be sent for users who have changed since.
  const overlooksChange = ({ before, expected_state }: StoredAction) =>
    before !== null && expected_state !== null && before !== expected_state
  expect(actions.filter(overlooksChange)).toEqual([])
  expect(actions.filter(hasNoReason)).toEqual([])
  if (!wasLong) expect(actions.filter(({ state }) => state === 'expired')).toEqual([])
  for (const user of users) {
    const userActions = actions.filter(({ target }) => target === user)
    const happened = effects.list(user)
    const details = JSON.stringify({ userActions, happened })
    const byOthers = touched.get(user) ?? 0
    const sent = acceptedChanges.get(user) ?? []
    // Dismissed or resent without knowing whether GitLab had received it.
    const lostDeletions = sent.some(({ isDeletion, isLost }) => isDeletion && isLost) ? 1 : 0
    const unexplained = Math.max(countUnknowable(userActions), lostDeletions)
    if (byOthers === 0) {
      expect(isExplained(userActions, happened, unexplained), details).toBe(true)
      checkSent(sent, userActions, happened, details)
      continue
    }
    // Each change by others may hide the effect of one lost response.
    const expected = expectedEffects(userActions).length
    expect(happened.length, details).toBeLessThanOrEqual(expected + unexplained + byOthers)
    expect(happened.length, details).toBeGreaterThanOrEqual(expected - byOthers)
    expect(happened.filter(({ became }) => became === 'gone').length, details).toBeLessThanOrEqual(
      1,
    )
  }
}

/** Includes repeated writes without an effect. Only a deletion without a response may be resent, after a decision. */
function checkSent(
  acceptedChanges: readonly ServiceChange[],
  userActions: readonly StoredAction[],
  happened: readonly Effect[],
  details: string,
): void {
  const changes = acceptedChanges.filter(({ isDeletion }) => !isDeletion)
  expect(changes.length, details).toBe(happened.filter(({ became }) => became !== 'gone').length)
  const confirmedDeletions = acceptedChanges.filter(
    ({ isDeletion, isLost }) => isDeletion && !isLost,
  )
  const deletions = userActions.filter(
    ({ action }) => moderationRules[action].resultingState === 'gone',
  )
  expect(confirmedDeletions.length, details).toBeLessThanOrEqual(deletions.length)
}

/** Whether an action lacks the reason required by its state. */
function hasNoReason({ state, before, failure }: StoredAction): boolean {
  const wantsReason =
    /^(refused|conflict|expired)$/.test(state) || (state === 'done' && before === null)
  return wantsReason && !/"message":("[^"]|\{"id":)/.test(failure ?? '')
}

const outcomes = new Map<string, number>()
const startedAt = performance.now()
let explained = 0
afterAll(() => {
  if (explained < histories) return
  const counts = [...outcomes].map(([state, count]) => `${count} ${state}`).join(', ')
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `\nproof: queue, model: ${histories} histories of ${stepsEach} steps on ${usersPerHistory} users: ${counts}; ` +
      `${effects.list().length} changes in the sandbox, 0 lost, 0 twice (${seconds} s)`,
  )
})

describe('each action', () => {
  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'runs once or reports why it did not in history %i',
    async (seed) => {
      const history = await play(service, effects, seed)
      check(history)
      explained += 1
      for (const { state } of history.actions) outcomes.set(state, (outcomes.get(state) ?? 0) + 1)
    },
  )
})
