import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TimesStage, focus, hour, lunch, minute } from './testing/times-stage.ts'

let stage: TimesStage
beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  stage = await TimesStage.start()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stage.stop()
})
beforeEach(() => stage.open())
afterEach(() => stage.close())

const meeting = (from: string, to: string) => ({
  ...stage.span(from, to),
  kind: 'meeting' as const,
})
const vacation = (from: string, to: string, restores = false) => ({
  ...stage.span(from, to),
  id: 'vacation',
  status: { emoji: 'palm_tree', message: 'Vacation', busy: true },
  restores,
})
const message = async () => (await stage.get()).message

describe('status from the calendar', () => {
  it('is set and cleared at its times, and isn’t offered as a recent one', async () => {
    stage.setCalendar([meeting('10:00', '11:00')])
    await stage.until('10:30')
    expect(await stage.get()).toMatchObject({ message: 'In a meeting', availability: 'busy' })
    expect(stage.shown().ending).toMatchObject({ source: 'calendar', isScheduled: true })
    expect(stage.ownStatus.recent(stage.gitlab.account)).toEqual([])
    await stage.until('11:00')
    expect(await message()).toBeNull()
    expect(stage.sent).toEqual(['10:00', '11:00'])
  })

  it('doesn’t replace a status set by hand', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.setCalendar([meeting('10:00', '11:00'), meeting('12:00', '13:00')])
    await stage.until('14:00')
    expect(stage.sent).toEqual([])
    expect(await message()).toBe('At home')
  })

  it('replaces and restores a status set by hand if asked to', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.setCalendar([meeting('10:00', '11:00')], { restores: true })
    await stage.until('10:30')
    expect(await message()).toBe('In a meeting')
    await stage.until('11:00')
    expect(await message()).toBe('At home')
  })

  it('is set once a status set by hand is cleared', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.setCalendar([meeting('10:00', '11:00')])
    await stage.until('10:30')
    await stage.times.clear(stage.gitlab, await stage.get())
    await stage.pass(0)
    expect(await message()).toBe('In a meeting')
  })

  it('is set once a status set by hand has ended', async () => {
    await stage.focusUntil('10:20')
    stage.setCalendar([meeting('10:00', '11:00')])
    await stage.until('10:19')
    expect(await message()).toBe('Focusing')
    await stage.until('10:21')
    expect(await message()).toBe('In a meeting')
    await stage.until('11:00')
    expect(await message()).toBeNull()
  })

  it('stays away after it was replaced or cleared by hand', async () => {
    stage.setCalendar([meeting('10:00', '11:00'), meeting('12:00', '13:00')])
    await stage.until('10:10')
    await stage.times.clear(stage.gitlab, await stage.get())
    await stage.until('10:50')
    expect(await message()).toBeNull()
    await stage.until('12:10')
    await stage.times.set(stage.gitlab, { ...focus, clear: 'never', base: await stage.get() })
    await stage.until('14:00')
    expect(await message()).toBe('Focusing')
  })

  it('ends at once if it is ended, and the next one is set', async () => {
    stage.setCalendar([meeting('10:00', '11:00'), meeting('12:00', '13:00')])
    await stage.until('10:10')
    stage.times.endCalendarStatus(stage.gitlab.account)
    await stage.pass(0)
    expect(await message()).toBeNull()
    await stage.until('12:10')
    expect(await message()).toBe('In a meeting')
  })

  it('follows a meeting that is shortened, moved, or canceled', async () => {
    stage.setCalendar([meeting('10:00', '12:00')])
    await stage.until('10:10')
    stage.setCalendar([meeting('10:00', '10:30')])
    await stage.until('10:29')
    expect(await message()).toBe('In a meeting')
    await stage.until('10:31')
    expect(await message()).toBeNull()
    stage.setCalendar([meeting('11:00', '12:00')])
    await stage.until('11:10')
    expect(await message()).toBe('In a meeting')
    stage.setCalendar([])
    await stage.pass(0)
    expect(await message()).toBeNull()
  })

  it('lasts as long as a meeting that is extended', async () => {
    stage.setCalendar([meeting('10:00', '10:30')])
    await stage.until('10:20')
    stage.setCalendar([meeting('10:00', '11:30')])
    await stage.until('11:29')
    expect(await message()).toBe('In a meeting')
    await stage.until('11:30')
    expect(await message()).toBeNull()
  })

  it('ends when the calendar is paused or turned off', async () => {
    const spans = [meeting('10:00', '11:00'), meeting('12:00', '13:00')]
    stage.setCalendar(spans)
    await stage.until('10:10')
    stage.setCalendar(spans, { pausedUntil: Date.parse('2026-11-24T00:00Z') })
    await stage.until('12:10')
    expect(await message()).toBeNull()
    stage.setCalendar(spans)
    await stage.pass(0)
    expect(await message()).toBe('In a meeting')
    stage.setCalendar(spans, { isOn: false })
    await stage.pass(0)
    expect(await message()).toBeNull()
  })

  it('is set again after a pause, unless it was ended before', async () => {
    const spans = [meeting('10:00', '11:00')]
    const pausedUntil = Date.parse('2026-11-24T00:00Z')
    stage.setCalendar(spans)
    await stage.until('10:10')
    stage.setCalendar(spans, { pausedUntil })
    await stage.until('10:20')
    expect(await message()).toBeNull()
    stage.setCalendar(spans)
    await stage.pass(0)
    expect(await message()).toBe('In a meeting')
    stage.times.endCalendarStatus(stage.gitlab.account)
    await stage.pass(0)
    stage.setCalendar(spans, { pausedUntil })
    await stage.pass(0)
    stage.setCalendar(spans)
    await stage.until('10:50')
    expect(await message()).toBeNull()
  })

  it('isn’t set over another status if it is more than 5 minutes late', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.setCalendar([meeting('10:00', '11:00')], { restores: true })
    await stage.sleep(hour + 6 * minute)
    await stage.pass(minute)
    expect(await message()).toBe('At home')
    expect(stage.sent).toEqual([])
  })

  it('isn’t set after its end, which passed offline', async () => {
    stage.setCalendar([meeting('10:00', '11:00')])
    stage.isOffline = true
    await stage.until('11:10')
    stage.isOffline = false
    await stage.until('11:30')
    expect(stage.sent).toEqual([])
  })

  it('comes before the schedule, whose status is set around it', async () => {
    stage.save(lunch)
    stage.setCalendar([meeting('11:15', '11:40')])
    const messages: unknown[] = []
    for (const time of ['11:10', '11:20', '11:50', '12:10']) {
      await stage.until(time)
      messages.push(await message())
    }
    expect(messages).toEqual(['Lunch', 'In a meeting', 'Lunch', null])
    expect(stage.sent).toEqual(['11:00', '11:15', '11:15', '11:40', '11:40', '12:00'])
  })
})

describe('status for a single time', () => {
  it('is set and cleared once, and then forgotten', async () => {
    const { upcoming, oneTime } = stage.saveOneTime(vacation('10:00', '12:00'))
    expect(upcoming).toMatchObject([{ source: 'once', ...stage.span('10:00', '12:00') }])
    expect(oneTime).toHaveLength(1)
    await stage.until('11:00')
    expect(await message()).toBe('Vacation')
    await stage.until('12:00')
    expect(await message()).toBeNull()
    expect(stage.shown()).toMatchObject({ oneTime: [], upcoming: [] })
  })

  it('hides the calendar and the schedule', async () => {
    stage.save(lunch)
    stage.setCalendar([meeting('10:00', '11:00')])
    stage.saveOneTime(vacation('09:30', '13:00'))
    await stage.until('12:30')
    expect(await message()).toBe('Vacation')
    expect(stage.sent).toEqual(['09:30'])
  })

  it.each([true, false])('restores a status set by hand if asked to: %s', async (restores) => {
    await stage.setElsewhere({ message: 'At home' })
    stage.saveOneTime(vacation('10:00', '12:00', restores))
    await stage.until('11:00')
    expect(await message()).toBe(restores ? 'Vacation' : 'At home')
    await stage.until('12:10')
    expect(await message()).toBe('At home')
  })

  it('ends when it is removed', async () => {
    stage.saveOneTime(vacation('10:00', '12:00'))
    await stage.until('11:00')
    stage.saveOneTime()
    await stage.pass(0)
    expect(await message()).toBeNull()
  })

  it('can’t overlap with another', () => {
    const other = { ...vacation('11:00', '13:00'), id: 'other' }
    expect(() => stage.saveOneTime(vacation('10:00', '12:00'), other)).toThrow(/overlap/)
    expect(stage.saveOneTime(vacation('10:00', '11:00'), other).oneTime).toHaveLength(2)
  })
})
