import { expect, vi } from 'vitest'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import type { QueueItem } from '../../../../shared/operations/queue.ts'
import type { OnboardingCheck } from '../../../../shared/operations/onboarding.ts'
import type { QueueState } from '../../../../shared/rules/item-states.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

let userCount = 0

/** A CSV of new users, with usernames that are unique within the process. */
export function csvOfUsers(count: number): { text: string; usernames: string[] } {
  const usernames = Array.from({ length: count }, () => `newcomer${(userCount += 1)}`)
  const lines = usernames.map((username) => `${username},New ${username},${username}@example.com`)
  return { text: ['username,name,email', ...lines].join('\n'), usernames }
}

/** An account's runs, as its screens see them. */
export class OnboardingStage {
  readonly latchkey: TestLatchkey
  readonly account: string

  constructor(latchkey: TestLatchkey, account: string) {
    this.latchkey = latchkey
    this.account = account
  }

  call<T>(operation: string, input: object = {}): Promise<T> {
    return this.latchkey.value<T>(`onboarding.${operation}`, input, this.account)
  }

  /** Calls an operation that all kinds of runs share. */
  run<T = JobSummary>(operation: string, job: number, input: object = {}): Promise<T> {
    return this.latchkey.value<T>(`jobs.${operation}`, { job, ...input }, this.account)
  }

  async rows(run: number): Promise<QueueItem[]> {
    return (await this.run<{ items: QueueItem[] }>('items', run)).items
  }

  async start(text: string): Promise<number> {
    const { ready } = await this.call<OnboardingCheck>('check', { text })
    return (await this.call<JobSummary>('start', { text, ready })).id
  }

  /** Waits until this many of a run's rows are in a state. */
  async reach(run: number, state: QueueState, count: number): Promise<JobSummary> {
    return vi.waitFor(
      async () => {
        const current = await this.run('get', run)
        expect(current.counts[state]).toBe(count)
        return current
      },
      { interval: 20 },
    )
  }
}
