import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from './features/moderation/testing/harness.ts'
import { currentTime } from '../shared/rules/clock.ts'
import { isFull } from './testing/proof.ts'
import { type PlayedRuns, playRuns, reviewedEach, runStepsEach } from './testing/run-history.ts'

// Plays random histories of onboarding runs and reviews, which are started, paused, canceled, retried, and renamed
// through network faults, rate limits, crashes, clock jumps, and changes by others, and compares them with a model of
// the queue. Every user in a run is processed or has an error, nothing is sent for a canceled run, and no user is
// created that nobody asked for.

const histories = Number(process.env.LATCHKEY_HISTORIES ?? (isFull ? 1000 : 5))

let service: Service
/** The sandbox's clock, which stays correct when the other one jumps. */
const time = { now: currentTime }
beforeAll(async () => {
  const users = histories * reviewedEach + 60
  service = await startService({ users, now: () => new Date(time.now()) })
})
afterAll(() => service.end())

const usersNamed = async (username: string) => {
  const matches = await service.ask('GET', `/users?username=${username}`)
  return (matches as unknown as { id: number; email: string }[]).map(({ id }) => id)
}

async function checkOnboarding({ runs, taken, hasJumped }: PlayedRuns): Promise<void> {
  for (const { users, items, isCancelled, summary } of runs) {
    expect(items).toHaveLength(users.length)
    for (const [index, item] of items.toSorted((a, b) => a.id - b.id).entries()) {
      const username = users[index]!
      const matches = await usersNamed(username)
      const details = JSON.stringify({ username, item, matches, summary })
      if (item.state === 'done') expect(matches, details).toEqual([item.target])
      else if (item.state === 'cancelled') {
        expect(isCancelled, details).toBe(true)
        if (!hasJumped) expect(matches, details).toHaveLength(taken.has(username) ? 1 : 0)
      } else {
        expect(item.state, details).toBe('refused')
        // With a wrong clock, a user may appear to have existed before.
        expect(taken.has(username) || hasJumped, details).toBe(true)
      }
    }
  }
}

function checkReviews({ runs, readUsers }: PlayedRuns): void {
  for (const { id, users, items, isCancelled, name, summary } of runs) {
    const details = JSON.stringify(summary)
    expect(items.map(({ target }) => String(target)).toSorted(), details).toEqual(users.toSorted())
    expect(summary.name, details).toContain(name)
    if (isCancelled) continue
    expect(summary.counts.done, details).toBe(users.length)
    expect(readUsers.get(id), details).toBe(users.length)
  }
}

describe.each(['onboarding', 'review'] as const)('every %s run', (kind) => {
  const cleanups = new Map<string, number>()
  const startedAt = performance.now()
  let played = 0
  afterAll(() => {
    if (played < histories) return
    const counts = [...cleanups].map(([state, count]) => `${count} ${state}`).join(', ')
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `\nproof: ${kind}, model: ${histories} histories of ${runStepsEach} steps: ${counts}; ` +
        `0 lost, 0 twice, 0 on other users, 0 sent after cancel (${seconds} s)`,
    )
  })

  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    'processes each user or reports an error (history %i)',
    async (seed) => {
      const history = await playRuns(service, kind, seed, time)
      expect(history.integrity).toBe('ok')
      expect(history.wrong).toEqual([])
      if (kind === 'onboarding') await checkOnboarding(history)
      else checkReviews(history)
      played += 1
      for (const { items } of history.runs) {
        for (const { state } of items) cleanups.set(state, (cleanups.get(state) ?? 0) + 1)
      }
    },
  )
})
