import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchContract } from './fetch-contract.ts'
import { oddAnswers } from './odd-answers.ts'
import { outcomesOf, startOddServer } from './odd-client.ts'
import type { RawServer } from './raw-server.ts'

/** The tests that every host's `fetch` must pass. */
export function describeFetch(
  name: string,
  fetch: typeof globalThis.fetch,
  { reads }: { reads: 'as Node' | 'as Chromium' },
): void {
  describe(name, () => {
    it.for(fetchContract)('$name', ({ run }) => run(fetch))
  })

  describe(`odd response read by ${name}`, () => {
    let server: RawServer
    beforeAll(async () => {
      server = await startOddServer()
    })
    afterAll(() => server.stop())

    it('fails in at least 60 variants', () => {
      expect(new Set(oddAnswers.map(({ name }) => name)).size).toBe(oddAnswers.length)
      expect(oddAnswers.filter(({ read }) => read !== 'data').length).toBeGreaterThanOrEqual(60)
    })

    // An uncaught error fails the run.
    it.for(oddAnswers)('produces data or the expected failure: $name', async (answer) => {
      const { read, write } = (reads === 'as Node' && answer.inNode) || answer
      expect(await outcomesOf(fetch, server, answer)).toEqual({ read, write })
    })
  })
}
