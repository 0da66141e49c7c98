import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface Activity {
  username: string
  last_activity_on: string
  last_activity_at: string
}

let sandbox: TestSandbox
const ask = (query: string, token: string) =>
  sandbox.ask('GET', `/user/activities?${query}`, { token })
const list = async (query = '', token = sandbox.tokens.admin) =>
  (await ask(`per_page=100&${query}`, token)).body as Activity[]
const names = async (query?: string, token?: string) =>
  (await list(query, token)).map(({ username }) => username)

describe.each<FlavorName>(['interface', 'gitlab'])(
  'GET /user/activities in flavor %s',
  (flavor) => {
    beforeEach(async () => void (sandbox = await startTestSandbox({ flavor, users: 90 })))
    afterEach(() => sandbox.stop())

    it('hides private profiles from everyone but administrators, even from their owners', async () => {
      expect(await names('from=2020-01-01')).toContain('quiet')
      expect(await names('from=2020-01-01', sandbox.tokens.user)).not.toContain('quiet')
      expect(await names('from=2020-01-01&sudo=quiet')).not.toContain('quiet')
      const asAuditor = await names('from=2020-01-01&sudo=aroha')
      expect(asAuditor.includes('quiet')).toBe(flavor === 'gitlab')
      const { read_user } = sandbox.tokens
      expect(await names('from=2020-01-01', read_user)).toContain('maya.lindqvist')
    })
  },
)

describe('GET /user/activities', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ users: 90 })))
  afterEach(() => sandbox.stop())

  it('returns exactly these fields, oldest first', async () => {
    const all = await list('from=2020-01-01')
    for (const one of all) {
      expect(one).toEqual({
        username: expect.any(String) as string,
        last_activity_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        last_activity_at: one.last_activity_on,
      })
    }
    const days = all.map((one) => one.last_activity_on)
    expect(days).toEqual(days.toSorted())
    // Two years of activity.
    expect(days[0]! < '2023-12-31').toBe(true)
    expect(days.at(-1)).toBe('2025-07-01')
  })

  it('starts six months ago by default', async () => {
    const days = (await list()).map((one) => one.last_activity_on)
    expect(days.every((day) => day >= '2025-01-01')).toBe(true)
    expect(await list('from=')).toEqual(await list())
    expect(await list('from=2025-01-01')).toEqual(await list())
    expect(await names('from=2025-01-01')).not.toContain('long-gone')
    expect(await names('from=2020-01-01')).toContain('long-gone')
    expect(await names('from=2025-07-01')).toContain('ines')
    expect(await list('from=2025-07-02')).toEqual([])
  })

  it.each([
    ['2025-08-31T09:00:00.000Z', '2025-02-28'],
    ['2024-08-31T09:00:00.000Z', '2024-02-29'],
    ['2026-03-31T09:00:00.000Z', '2025-09-30'],
    ['2025-12-31T23:59:59.000Z', '2025-06-30'],
  ])('clamps to the last day of a shorter month: %s to %s', async (now, from) => {
    sandbox.clock.now = new Date(`${from}T12:00:00.000Z`)
    await sandbox.ask('GET', '/user?sudo=x', { token: sandbox.tokens.admin })
    sandbox.clock.now = new Date(Date.parse(`${from}T12:00:00.000Z`) - 86_400_000)
    await sandbox.ask('GET', '/user?sudo=wordy', { token: sandbox.tokens.admin })
    sandbox.clock.now = new Date(now)
    expect(await names()).toContain('x')
    expect(await names()).not.toContain('wordy')
  })

  it('omits users who never signed in', async () => {
    expect(await names('from=0001-01-01')).not.toContain('newcomer')
  })

  it.each(['yesterday', '2025-02-30'])('rejects "%s" as a date', async (from) => {
    const answer = await ask(`from=${encodeURIComponent(from)}`, sandbox.tokens.user)
    expect(answer).toMatchObject({ status: 400, body: { error: 'from is invalid' } })
  })

  it('requires a token', async () => {
    expect(await ask('', '')).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
  })
})
