import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import { statusEndpoints, type UserStatus } from '../../../../shared/gitlab/current-user.ts'
import type { TimedStatus } from '../../../../shared/operations/own-status.ts'
import type { StatusTimes } from '../../../../shared/operations/status-times.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import {
  TimesStage,
  focus,
  hour,
  lunch,
  minute,
  offline,
  nothingPlanned,
} from './testing/times-stage.ts'

const noStatus = { emoji: '', message: '', busy: false }

describe('waiting status', () => {
  let stage: TimesStage
  beforeAll(async () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    stage = await TimesStage.start()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await stage.stop()
  })
  beforeEach(async () => {
    await stage.open()
    await stage.setElsewhere({ message: 'At home' })
    base = await stage.get()
  })
  afterEach(() => stage.close())

  let base: UserStatus
  /** The account's client while the instance can't be reached. */
  const cutOff = () => ({ ...stage.gitlab, call: () => Promise.reject(offline()) })
  const setOffline = async (draft = focus, clear: TimedStatus['clear'] = 'never') => {
    stage.isOffline = true
    const outcome = await stage.times.set(cutOff(), { ...draft, clear, base })
    expect(outcome).toEqual({ outcome: 'queued' })
  }
  const reachAgain = async () => {
    stage.isOffline = false
    stage.times.onReachable(stage.gitlab.account)
    await stage.pass(0)
  }

  it('is sent once, as soon as the instance is reachable', async () => {
    await setOffline()
    expect(stage.lastEvent).toMatchObject({ waiting: { status: focus } })
    await stage.pass(10 * minute)
    expect(stage.sent).toEqual([])
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Focusing', clear_status_at: null })
    expect(stage.lastEvent).toEqual(nothingPlanned)
    await stage.pass(hour)
    expect(stage.sent).toEqual(['09:10'])
    expect(stage.timers).toEqual([])
  })

  it('is sent once after a restart', async () => {
    await setOffline()
    await stage.times.close()
    stage.restart()
    await stage.pass(5 * minute)
    expect(stage.shown()).toMatchObject({ waiting: { status: focus } })
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.times.close()
    stage.restart()
    await stage.pass(hour)
    expect(stage.sent).toEqual(['09:05'])
  })

  it('ends at its original time even with a duration that only Latchkey has', async () => {
    await setOffline(focus, '120_minutes')
    await stage.until('10:00')
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('10:59')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('11:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('ends at its original time even if sent late', async () => {
    await setOffline(focus, '8_hours')
    await stage.until('16:00')
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('16:59')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('17:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it("isn't sent after its end, and that is reported", async () => {
    await setOffline(focus, '30_minutes')
    await stage.until('09:30')
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'At home' })
    expect(stage.lastEvent?.waiting?.problem).toBe(
      'Its time passed before GitLab could be reached.',
    )
    await stage.pass(hour)
    expect(stage.sent).toEqual([])
    stage.times.cancelWaiting(stage.gitlab.account)
    expect(stage.lastEvent).toEqual(nothingPlanned)
  })

  it('is dropped and reported if another status was set elsewhere', async () => {
    await setOffline()
    await stage.setElsewhere({ message: 'From my phone' })
    await reachAgain()
    await stage.pass(hour)
    expect(await stage.get()).toMatchObject({ message: 'From my phone' })
    expect(stage.sent).toEqual([])
    expect(stage.shown().waiting).toEqual({
      status: focus,
      problem: 'Your status was changed elsewhere in the meantime.',
    })
  })

  it('is sent if the previous one has cleared itself by then', async () => {
    await stage.setElsewhere({ message: 'Coffee', clear_status_after: '30_minutes' })
    base = await stage.get()
    await setOffline()
    await stage.pass(hour)
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
  })

  it('is replaced by a status set here before it is sent', async () => {
    await setOffline()
    stage.isOffline = false
    await stage.times.set(stage.gitlab, { ...noStatus, message: 'Reading', clear: 'never', base })
    expect(stage.shown().waiting).toBeUndefined()
    await stage.pass(hour)
    expect(await stage.get()).toMatchObject({ message: 'Reading' })
    expect(stage.sent).toEqual([])
  })

  it('is replaced by a status set while it is being sent', async () => {
    await setOffline()
    stage.isOffline = false
    const answers = Promise.withResolvers<void>()
    const requestSent = Promise.withResolvers<void>()
    stage.hooks.before = (endpoint) => {
      if (endpoint !== statusEndpoints.get) return undefined
      requestSent.resolve()
      return answers.promise
    }
    const reaching = reachAgain()
    await requestSent.promise
    const reading = { ...noStatus, message: 'Reading', clear: 'never', base } as const
    const setting = stage.times.set(stage.gitlab, reading)
    answers.resolve()
    await Promise.all([reaching, setting])
    await stage.pass(hour)
    expect(await stage.get()).toMatchObject({ message: 'Reading' })
    expect(stage.sent).toEqual([])
  })

  it('is replaced by a newer one, by clearing, and by canceling', async () => {
    await setOffline()
    await setOffline({ ...focus, message: 'Reading' })
    expect(stage.shown().waiting?.status.message).toBe('Reading')
    expect(await stage.times.clear(cutOff(), base)).toEqual({ outcome: 'queued' })
    expect(stage.shown().waiting?.status).toEqual(noStatus)
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: null })
    await setOffline()
    expect(stage.times.cancelWaiting(stage.gitlab.account)).toEqual(nothingPlanned)
    await reachAgain()
    await stage.pass(hour)
    expect(await stage.get()).toMatchObject({ message: null })
  })

  it('is not resent if only the response was lost', async () => {
    await setOffline()
    stage.hooks.after = (endpoint) => {
      if (endpoint === statusEndpoints.set) stage.isOffline = true
      if (stage.isOffline) throw offline()
    }
    await reachAgain()
    expect(stage.shown().waiting).toEqual({ status: focus })
    stage.hooks = {}
    await reachAgain()
    expect(stage.sent).toEqual(['09:00'])
    expect(stage.shown()).toEqual(nothingPlanned)
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
  })

  it('is sent before a scheduled one, which restores it afterwards', async () => {
    stage.save(lunch)
    await setOffline()
    await stage.until('11:00')
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
    await stage.until('12:00')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
  })

  it('keeps all fields of the form, including its end', async () => {
    await stage.focusUntil('15:00')
    base = await stage.get()
    stage.isOffline = true
    const edit = { ...focus, message: 'Reading', clear: 'keep', base } as const
    expect(await stage.times.save(cutOff(), edit)).toEqual({ outcome: 'queued' })
    await reachAgain()
    expect(await stage.get()).toMatchObject({ message: 'Reading', availability: 'busy' })
    await stage.until('14:59')
    expect(await stage.get()).toMatchObject({ message: 'Reading' })
    await stage.until('15:00')
    expect(await stage.get()).toMatchObject({ message: null })
  })
})

describe('status set while the instance is down', () => {
  let folder: string
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let account: string
  const keychain = createMemorySecretStore()
  const launch = (port = 0) =>
    startSandbox({ users: 0, flavor: 'gitlab', data: join(folder, 'sandbox'), port })
  const open = () => createTestLatchkey({ dataFolder: join(folder, 'data'), keychain })
  const times = () => latchkey.value<StatusTimes>('statusTimes.get', {}, account)
  const get = () => latchkey.value<UserStatus>('ownStatus.get', {}, account)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-waiting-'))
    mkdirSync(join(folder, 'data'))
    sandbox = await launch()
    latchkey = open()
    account = (await latchkey.signIn(sandbox.url, sandbox.tokens.user)).id
  })
  afterEach(async () => {
    await latchkey.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(['at once', 'after a restart of Latchkey'])(
    'is set %s when the instance is back',
    async (when) => {
      const base = await get()
      await sandbox.stop()
      const change = { ...focus, clear: 'never', base }
      expect(await latchkey.value('ownStatus.set', change, account)).toEqual({ outcome: 'queued' })
      expect((await times()).waiting).toEqual({ status: focus })
      if (when !== 'at once') {
        await latchkey.close()
        latchkey = open()
        expect((await times()).waiting).toEqual({ status: focus })
      }
      sandbox = await launch(Number(new URL(sandbox.url).port))
      await latchkey.value('connectivity.tryNow', {}, account)
      await vi.waitFor(async () => expect((await times()).waiting).toBeUndefined())
      expect(await get()).toMatchObject({ message: 'Focusing', availability: 'busy' })
    },
  )

  it('is rejected without waiting if the current status is unknown', async () => {
    await sandbox.stop()
    const change = { ...focus, clear: 'never' }
    expect(await latchkey.failure('ownStatus.set', change, account)).toMatchObject({
      kind: 'offline',
    })
    expect((await times()).waiting).toBeUndefined()
  })
})
