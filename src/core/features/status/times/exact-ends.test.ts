import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusEndpoints } from '../../../../shared/gitlab/current-user.ts'
import { failureOf } from '../../../gitlab/testing/client.ts'
import { TimesStage, focus, hour, minute, nothingPlanned } from './testing/times-stage.ts'

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

describe('status with an exact end', () => {
  it('is cleared at its end, and no timer remains', async () => {
    await stage.focusUntil('11:17')
    await stage.until('11:16')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('11:17')
    expect(await stage.get()).toMatchObject({ message: null })
    expect(stage.sent).toEqual(['11:17'])
    expect(stage.timers).toEqual([])
    expect(stage.shown()).toEqual(nothingPlanned)
  })

  it("isn't cleared if a different status has been set since", async () => {
    await stage.focusUntil('11:17')
    await stage.setElsewhere({ message: 'Something else' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'Something else' })
    expect(stage.sent).toEqual([])
    expect(stage.shown().ending).toBeUndefined()
  })

  it("isn't cleared if the same status has been set again", async () => {
    await stage.focusUntil('11:17')
    await stage.pass(hour)
    await stage.ownStatus.set(stage.gitlab, { ...focus, clear: '8_hours' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
  })

  it('is cleared within a minute after sleep, and immediately after a restart', async () => {
    await stage.focusUntil('11:17')
    await stage.sleep(4 * hour)
    await stage.pass(minute)
    expect(stage.sent).toEqual(['13:01'])
    await stage.focusUntil('14:00')
    await stage.times.close()
    stage.now += 2 * hour
    stage.restart()
    await stage.pass(0)
    expect(stage.sent).toEqual(['13:01', '15:01'])
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('is cleared once the instance is reachable again, or by GitLab after a long outage', async () => {
    await stage.focusUntil('10:00')
    stage.isOffline = true
    await stage.until('10:30')
    stage.isOffline = false
    await stage.pass(minute)
    expect(stage.sent).toEqual(['10:31'])
    await stage.focusUntil('11:00')
    stage.isOffline = true
    await stage.until('23:00')
    expect(stage.shown().ending).toBeUndefined()
    expect(stage.timers).toEqual([])
  })
})

describe('setting a status with a duration that the service doesn’t offer', () => {
  const setFor2Hours = async (draft = focus) => {
    const base = await stage.get()
    const set = await stage.times.set(stage.gitlab, { ...draft, clear: '120_minutes', base })
    if (set.outcome === 'queued') throw new Error('The status waits.')
    return set
  }

  it('is cleared on time, with GitLab’s next longer duration as a fallback', async () => {
    await setFor2Hours()
    expect(await stage.get()).toMatchObject({ clear_status_at: '2026-11-23T12:00:00.000Z' })
    expect(stage.lastEvent?.ending).toMatchObject({ at: Date.parse('2026-11-23T11:00Z') })
    expect(stage.times.endOf(stage.gitlab.account, await stage.get())).toBe(
      Date.parse('2026-11-23T11:00Z'),
    )
    await stage.until('10:59')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('11:00')
    expect(await stage.get()).toMatchObject({ message: null })
    expect(stage.sent).toEqual(['11:00'])
  })

  it('is remembered with that duration, even after the text is edited', async () => {
    await setFor2Hours()
    await stage.pass(30 * minute)
    const base = await stage.get()
    await stage.times.save(stage.gitlab, { ...focus, message: 'Deep', clear: 'keep', base })
    await stage.until('11:00')
    expect(await stage.get()).toMatchObject({ message: null })
    const recent = stage.ownStatus.recent(stage.gitlab.account)
    expect(recent.map(({ clear }) => clear)).toEqual(['120_minutes', '120_minutes'])
  })

  it('can be undone to restore the previous status with its exact end', async () => {
    await stage.focusUntil('15:30')
    const { before, now: lunch } = await setFor2Hours({ ...focus, message: 'Lunch' })
    await stage.times.restore(stage.gitlab, before, lunch)
    await stage.until('15:29')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('15:30')
    expect(await stage.get()).toMatchObject({ message: null })
  })
})

describe('a status with an exact end', () => {
  it('keeps its end if only the text changes', async () => {
    await stage.focusUntil('11:17')
    await stage.times.save(stage.gitlab, {
      ...focus,
      message: 'Reading',
      clear: 'keep',
      base: await stage.get(),
    })
    await stage.until('11:16')
    expect(await stage.get()).toMatchObject({ message: 'Reading' })
    await stage.until('11:17')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('is remembered without a duration, even after the text is edited', async () => {
    await stage.focusUntil('17:30')
    const base = await stage.get()
    await stage.times.save(stage.gitlab, { ...focus, message: 'Deep', clear: 'keep', base })
    const recent = stage.ownStatus.recent(stage.gitlab.account)
    expect(recent.map(({ message, clear }) => [message, clear])).toEqual([
      ['Deep', 'never'],
      ['Focusing', 'never'],
    ])
  })

  it('drops the exact end if a duration is selected', async () => {
    await stage.focusUntil('11:17')
    await stage.times.save(stage.gitlab, { ...focus, clear: 'never', base: await stage.get() })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
  })

  it('is rejected before it is sent if the new end has passed', async () => {
    const before = await stage.get()
    const failure = await failureOf(stage.focusUntil('08:59'))
    expect(failure).toMatchObject({ kind: 'invalid', fields: { clear: [expect.any(String)] } })
    expect(await stage.get()).toEqual(before)
  })

  it('is set when a restored status would otherwise end earlier or later', async () => {
    await stage.ownStatus.set(stage.gitlab, { ...focus, clear: '3_hours' })
    const before = await stage.get()
    await stage.until('10:20')
    await stage.ownStatus.clear(stage.gitlab, before)
    await stage.times.restore(stage.gitlab, before, await stage.get())
    await stage.until('11:59')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('keeps its end when it is cleared and restored', async () => {
    const { now: status } = await stage.focusUntil('15:30')
    await stage.until('12:00')
    await stage.ownStatus.clear(stage.gitlab)
    await stage.times.restore(stage.gitlab, status)
    await stage.until('15:29')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('15:30')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('uses the new end even if the old one is being cleared', async () => {
    await stage.focusUntil('11:17')
    // Another status is selected while the first one is being read.
    stage.hooks.before = async (endpoint) => {
      stage.hooks = {}
      if (endpoint === statusEndpoints.get)
        await stage.focusUntil('15:00', { ...focus, message: 'Reading' })
    }
    await stage.until('11:18')
    expect(stage.shown().ending).toMatchObject({ at: Date.parse('2026-11-23T15:00Z') })
    await stage.until('14:59')
    expect(await stage.get()).toMatchObject({ message: 'Reading' })
    await stage.until('15:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })
})
