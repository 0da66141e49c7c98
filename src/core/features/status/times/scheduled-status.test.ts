import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { TimesStage, hour, lunch, minute } from './testing/times-stage.ts'

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

describe('scheduled status', () => {
  it('is set and cleared on each selected weekday', async () => {
    stage.save(lunch)
    await stage.until('11:00')
    expect(await stage.get()).toMatchObject({ message: 'Lunch', availability: 'busy' })
    expect(stage.shown().ending).toMatchObject({ isScheduled: true })
    // Its end is not a duration to offer again.
    expect(stage.ownStatus.recent(stage.gitlab.account)[0]).toMatchObject({
      message: 'Lunch',
      clear: 'never',
    })
    await stage.until('11:59')
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: null })
    stage.now = Date.parse('2026-11-27T09:00Z')
    await stage.pass(3 * 24 * hour)
    // Sent on Friday, but not on the weekend.
    expect(stage.sent).toHaveLength(2 * 2)
  })

  it('keeps local times across a DST change', async () => {
    stage.now = Date.parse('2026-10-23T08:00Z')
    stage.save(lunch)
    await stage.pass(4 * hour)
    stage.now = Date.parse('2026-10-26T08:00Z')
    await stage.pass(5 * hour)
    expect(stage.sent).toEqual(['10:00', '11:00', '11:00', '12:00'])
  })

  it('restores the previous status and its end time', async () => {
    await stage.setElsewhere({ message: 'At home', emoji: 'house' })
    stage.save(lunch)
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({
      message: 'At home',
      emoji: 'house',
      clear_status_at: null,
    })

    await stage.pass(22 * hour)
    stage.now = Date.parse('2026-11-24T09:00Z')
    await stage.focusUntil('15:30')
    await stage.pass(2.5 * hour)
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
    await stage.pass(hour)
    const back = await stage.get()
    expect(back).toMatchObject({ message: 'Focusing' })
    // GitLab must not clear it before Latchkey does.
    expect(Date.parse(back.clear_status_at!)).toBeGreaterThan(Date.parse('2026-11-24T15:30Z'))
    await stage.pass(2.9 * hour)
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.pass(0.1 * hour)
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('restores a self-clearing status, which then clears at its original time', async () => {
    await stage.setElsewhere({ message: 'At home', clear_status_after: '8_hours' })
    stage.save(lunch)
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'At home' })
    await stage.until('16:59')
    expect(await stage.get()).toMatchObject({ message: 'At home' })
    await stage.until('17:01')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('restores the previous status even if GitLab already cleared the scheduled one', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.save(lunch)
    await stage.until('11:30')
    await stage.sleep(5 * hour)
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'At home' })
  })

  it("doesn't restore anything after it was cleared manually", async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.save(lunch)
    await stage.until('11:30')
    await stage.ownStatus.clear(stage.gitlab)
    await stage.until('12:30')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('doesn’t restore a status that would have ended since', async () => {
    await stage.focusUntil('11:30')
    stage.save(lunch)
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('keeps its end and the status to restore when only its text changes', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.save(lunch)
    await stage.until('11:30')
    await stage.times.save(stage.gitlab, {
      ...lunch.status!,
      message: 'Out',
      clear: 'keep',
      base: await stage.get(),
    })
    // It is no longer the scheduled status.
    expect(stage.shown().ending).toMatchObject({ isScheduled: false })
    await stage.until('11:59')
    expect(await stage.get()).toMatchObject({ message: 'Out' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'At home' })
  })

  it("doesn't touch a status that was set elsewhere since", async () => {
    stage.save(lunch)
    await stage.until('11:10')
    await stage.setElsewhere({ message: 'Back early' })
    await stage.until('13:00')
    expect(await stage.get()).toMatchObject({ message: 'Back early' })
    expect(stage.sent).toEqual(['11:00'])
  })

  it("isn't set if another computer has already set it", async () => {
    stage.save({ ...lunch, status: { emoji: '', message: 'Lunch', busy: false } })
    await stage.until('10:59')
    await stage.setElsewhere({ message: 'Lunch', clear_status_after: '3_hours' })
    await stage.until('12:30')
    expect(stage.sent).toEqual([])
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
  })

  it('is set late if there is no other status, unless it is past its end', async () => {
    stage.save(lunch)
    await stage.sleep(2.5 * hour)
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: null })

    stage.now = Date.parse('2026-11-24T09:00Z')
    await stage.setElsewhere({ message: 'At home' })
    await stage.sleep(2.5 * hour)
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'At home' })

    stage.now = Date.parse('2026-11-25T09:00Z')
    await stage.sleep(5 * hour)
    const before = stage.sent.length
    await stage.pass(minute)
    expect(stage.sent).toHaveLength(before)
  })

  it('can’t overlap with another enabled one', () => {
    const long = { ...lunch, id: 'long', from: '09:00', to: '17:00' }
    expect(() => stage.save(lunch, long)).toThrow(/overlap/)
    expect(stage.save(lunch, { ...long, isOn: false }).schedule).toHaveLength(2)
    const { status: _, ...quiet } = { ...long, quiet: true }
    expect(stage.save(lunch, quiet).schedule).toHaveLength(2)
  })
})

describe('quiet hours', () => {
  it('apply at their times without changing the status', async () => {
    const { status: _, ...item } = lunch
    stage.save({ ...item, quiet: true })
    expect(stage.times.isQuiet(stage.gitlab.account)).toBe(false)
    await stage.until('11:30')
    expect(stage.times.isQuiet(stage.gitlab.account)).toBe(true)
    await stage.until('12:00')
    expect(stage.times.isQuiet(stage.gitlab.account)).toBe(false)
    expect(stage.sent).toEqual([])
    expect(stage.timers).toEqual([])
  })
})
