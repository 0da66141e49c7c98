import { expect, vi } from 'vitest'
import type { OnboardingCheck, OnboardingRun } from '../../../../shared/operations/onboarding.ts'
import type { OnboardingRowState } from '../../../../shared/rules/onboarding.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

let made = 0

/** CSV of new users; no username comes twice in one process. */
export function csvOfUsers(count: number): { text: string; usernames: string[] } {
  const usernames = Array.from({ length: count }, () => `newcomer${(made += 1)}`)
  const lines = usernames.map((username) => `${username},New ${username},${username}@example.com`)
  return { text: ['username,name,email', ...lines].join('\n'), usernames }
}

/** The runs of an account, as its screens see them. */
export class OnboardingStage {
  readonly latchkey: TestLatchkey
  readonly account: string

  constructor(latchkey: TestLatchkey, account: string) {
    this.latchkey = latchkey
    this.account = account
  }

  call<T = OnboardingRun>(operation: string, input: object = {}): Promise<T> {
    return this.latchkey.value<T>(`onboarding.${operation}`, input, this.account)
  }

  async start(text: string): Promise<number> {
    const { ready } = await this.call<OnboardingCheck>('check', { text })
    return (await this.call('start', { text, ready })).id
  }

  /** Waits until a run has so many rows in a state. */
  async reach(run: number, state: OnboardingRowState, count: number): Promise<OnboardingRun> {
    return vi.waitFor(
      async () => {
        const seen = await this.call('get', { run })
        expect(seen.counts[state]).toBe(count)
        return seen
      },
      { interval: 20 },
    )
  }
}
