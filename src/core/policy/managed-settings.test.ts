import { describe, expect, it } from 'vitest'
import type { Settings } from '../../shared/operations/settings.ts'
import { lockMinutes } from '../../shared/rules/settings.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { testFolder } from '../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { managed } from './testing/managed-stage.ts'

/** Runs Latchkey with these values of a policy, in the same folder each time. */
function createRuns() {
  const dataFolder = testFolder()
  return async <T>(values: Policy, run: (latchkey: TestLatchkey) => Promise<T>): Promise<T> => {
    const policy = managed({ organization: 'Tidewater', ...values })
    const latchkey = createTestLatchkey({ dataFolder, policy })
    try {
      return await run(latchkey)
    } finally {
      await latchkey.close()
    }
  }
}
const get = (latchkey: TestLatchkey) => latchkey.value<Settings>('settings.get')
const set = (change: object) => (latchkey: TestLatchkey) =>
  latchkey.value<Settings>('settings.set', change)

describe('a setting with a limit', () => {
  it('is as chosen below the limit, and at the limit otherwise', async () => {
    const run = createRuns()
    await run({}, set({ lockMinutes: 30, clipboardSeconds: 120 }))
    const limits = { lockAfterMinutes: 15, clipboardClearSeconds: 20 }
    expect(await run(limits, get)).toMatchObject({ lockMinutes: 15, clipboardSeconds: 20 })
    await run(limits, set({ lockMinutes: 5, clipboardSeconds: 10 }))
    expect(await run(limits, get)).toMatchObject({ lockMinutes: 5, clipboardSeconds: 10 })
  })

  it.each([
    [0, 10, 5],
    [60, 10, 5],
    [0, 1, 1],
    [1, 10, 1],
    [0, 60, 60],
  ] as const)(
    'becomes a choice within the limit: %d within %d minutes is %d',
    async (chosen, limit, expected) => {
      const run = createRuns()
      await run({}, set({ lockMinutes: chosen }))
      const settings = await run({ lockAfterMinutes: limit }, get)
      expect(settings.lockMinutes).toBe(expected)
      expect(lockMinutes).toContain(expected)
    },
  )

  it('can’t be set above it', async () => {
    const run = createRuns()
    const limits = { lockAfterMinutes: 15, clipboardClearSeconds: 20 }
    const problem = 'Tidewater doesn’t allow this value.'
    await run(limits, async (latchkey) => {
      for (const [name, value] of [
        ['lockMinutes', 30],
        ['lockMinutes', 0],
        ['clipboardSeconds', 21],
      ] as const) {
        const change = { [name]: value, theme: 'dark' }
        const failure = await latchkey.failure('settings.set', change)
        expect(failure).toMatchObject({ kind: 'invalid', fields: { [name]: [problem] } })
        expect(Object.keys(failure.fields!)).toEqual([name])
      }
      expect(await get(latchkey)).toMatchObject({ theme: 'system' })
    })
  })

  it('is as the user chose once the policy is gone, whatever else was changed', async () => {
    const run = createRuns()
    await run({}, set({ lockMinutes: 30, clipboardSeconds: 120 }))
    await run({ lockAfterMinutes: 15, clipboardClearSeconds: 20 }, set({ theme: 'dark' }))
    expect(await run({}, get)).toMatchObject({
      lockMinutes: 30,
      clipboardSeconds: 120,
      theme: 'dark',
    })
  })
})

describe('settings for updates', () => {
  it('are the company’s', async () => {
    const run = createRuns()
    const refused = async (latchkey: TestLatchkey, change: object) =>
      (await latchkey.failure('settings.set', change)).kind === 'invalid'
    for (const updates of ['ask', 'off'] as const) {
      expect(await run({ updates }, get)).toMatchObject({ updateChecks: false })
      expect(await run({ updates }, (app) => refused(app, { updateChecks: true }))).toBe(true)
    }
    const beta = { updates: { channel: 'beta' } } as const
    expect(await run(beta, get)).toMatchObject({ updateChannel: 'beta', updateChecks: true })
    expect(await run(beta, (app) => refused(app, { updateChannel: 'stable' }))).toBe(true)
    await run(beta, set({ updateChecks: false }))
    expect(await run({}, get)).toMatchObject({ updateChannel: 'stable', updateChecks: false })
  })
})
