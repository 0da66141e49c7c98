import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneTimeDraft, oneTimeErrors, toOneTime } from './one-time-draft.ts'

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => void vi.unstubAllEnvs())

const now = Date.parse('2026-11-23T09:00Z')
const vacation = {
  ...oneTimeDraft(undefined, now),
  message: 'Vacation',
  from: '2026-12-05T00:00',
  to: '2026-12-13T00:00',
}

describe('oneTimeDraft', () => {
  it('is tomorrow by default', () => {
    expect(oneTimeDraft(undefined, now)).toMatchObject({
      from: '2026-11-24T00:00',
      to: '2026-11-25T00:00',
      restores: true,
    })
  })

  it('keeps a stored item', () => {
    const item = toOneTime(vacation, 'v')
    expect(item).toEqual({
      id: 'v',
      from: Date.parse('2026-12-04T23:00Z'),
      to: Date.parse('2026-12-12T23:00Z'),
      status: { emoji: '', message: 'Vacation', busy: true },
      restores: true,
    })
    expect(oneTimeDraft(item, now)).toEqual(vacation)
  })
})

describe('oneTimeErrors', () => {
  it.each([
    ['nothing', {}, []],
    ['a missing text', { message: ' ' }, ['message']],
    ['an end before the beginning', { to: '2026-12-04T00:00' }, ['times']],
    ['an end at the beginning', { to: vacation.from }, ['times']],
    ['a text that isn’t a time', { from: 'soon' }, ['times']],
    ['30 days', { to: '2027-01-04T00:00' }, []],
    ['more than 30 days', { to: '2027-01-04T00:01' }, ['times']],
    ['a time that has passed', { from: '2026-11-22T00:00', to: '2026-11-23T10:00' }, ['times']],
  ])('reports %s', (_, change, fields) => {
    expect(Object.keys(oneTimeErrors({ ...vacation, ...change }, now))).toEqual(fields)
  })
})
