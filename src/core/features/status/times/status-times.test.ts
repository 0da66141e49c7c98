import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import type { StatusDraft } from '../../../../shared/app/own-status.ts'
import type { ScheduledStatus } from '../../../../shared/app/status-times.ts'
import { statusEndpoints } from '../../../../shared/service/current-user.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { FailureError } from '../../../infra/failure.ts'
import { jsonFile } from '../../../infra/files/json-file.ts'
import { memoryFile } from '../../../infra/files/memory-file.ts'
import { signedIn } from '../../keys/ssh/testing/account-service.ts'
import { OwnStatus } from '../own-status.ts'
import { RecentStatusFile } from '../recent-statuses.ts'
import { StatusTimes, StatusTimesFile } from './status-times.ts'

const minute = 60_000
const hour = 60 * minute
const lunch: ScheduledStatus = {
  id: 'lunch',
  days: [1, 2, 3, 4, 5],
  from: '12:00',
  to: '13:00',
  status: { emoji: 'fork_and_knife', message: 'Lunch', busy: true },
  quiet: false,
  isOn: true,
}
const focus: StatusDraft = { emoji: 'headphones', message: 'Focusing', busy: true }

let sandbox: Sandbox
let me: AccountService
let now = Date.parse('2026-11-23T09:00Z')
beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  sandbox = await startSandbox({ users: 0, flavour: 'gitlab', now: () => new Date(now) })
  me = await signedIn(sandbox.url, sandbox.tokens.user)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox.stop()
})

let folder: string
let times: StatusTimes
let ownStatus: OwnStatus
let timers: { at: number; run: () => void }[] = []
/** Every change that was sent. */
let sent: string[]
let isOffline = false
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-times-'))
  now = Date.parse('2026-11-23T09:00Z')
  isOffline = false
  sent = []
  await me.call(statusEndpoints.set, {})
  start()
})
afterEach(async () => {
  await times.close()
  rmSync(folder, { recursive: true })
})

const offline = () => new FailureError({ kind: 'offline', message: 'Offline' })

/** As after a restart of Latchkey. */
function start() {
  timers = []
  const service: AccountService = {
    ...me,
    call: async (...call: Parameters<AccountService['call']>) => {
      if (isOffline) throw offline()
      if (call[0] !== statusEndpoints.get) sent.push(new Date(now).toISOString().slice(11, 16))
      return me.call(...call) as never
    },
  }
  ownStatus = new OwnStatus({
    recent: () => memoryFile(RecentStatusFile),
    isSignedIn: () => true,
    now: () => now,
  })
  const file = jsonFile(join(folder, 'status-times.json'), StatusTimesFile, () => undefined)
  times = new StatusTimes({
    fileOf: () => file,
    accounts: () => [me.account],
    service: () => service,
    ownStatus,
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run }
        timers.push(timer)
        return () => void (timers = timers.filter((one) => one !== timer))
      },
    },
  })
}

/** Lets time pass, with what is due in it. */
async function pass(milliseconds: number) {
  const end = now + milliseconds
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
    if (!next) break
    now = Math.max(now, next.at)
    timers = timers.filter((one) => one !== next)
    next.run()
    await times.running
  }
  now = end
}

/** A computer that sleeps: its timers do not run, and come late. */
async function sleep(milliseconds: number) {
  timers = timers.map(({ at, run }) => ({ at: at + milliseconds, run }))
  now += milliseconds
}

const until = (time: string) => pass(Date.parse(`2026-11-23T${time}Z`) - now)
const get = () => ownStatus.get(me)
const setOn = (body: object) => me.call(statusEndpoints.set, body)
async function focusUntil(time: string) {
  const { now: status } = await ownStatus.set(me, { ...focus, clear: '8_hours' })
  times.endAt(me.account, { at: Date.parse(`2026-11-23T${time}Z`), status })
  return status
}
const save = (...schedule: ScheduledStatus[]) => times.saveSchedule(me.account, schedule)

describe('a status that ends at an exact moment', () => {
  it('is cleared then, and nothing waits afterwards', async () => {
    await focusUntil('11:17')
    await until('11:16')
    expect(await get()).toMatchObject({ message: 'Focusing' })
    await until('11:17')
    expect(await get()).toMatchObject({ message: null })
    expect(sent).toEqual(['11:17'])
    expect(timers).toEqual([])
    expect(times.get(me.account)).toEqual({ schedule: [] })
  })

  it('stays if it is another one by then', async () => {
    await focusUntil('11:17')
    await setOn({ message: 'Something else' })
    await until('12:00')
    expect(await get()).toMatchObject({ message: 'Something else' })
    expect(sent).toEqual([])
    expect(times.get(me.account).ending).toBeUndefined()
  })

  it('stays if the same one was set again', async () => {
    await focusUntil('11:17')
    await pass(hour)
    await ownStatus.set(me, { ...focus, clear: '8_hours' })
    await until('12:00')
    expect(await get()).toMatchObject({ message: 'Focusing' })
  })

  it('is cleared within a minute after a sleep, and at once after a restart', async () => {
    await focusUntil('11:17')
    await sleep(4 * hour)
    await pass(minute)
    expect(sent).toEqual(['13:01'])
    await focusUntil('14:00')
    await times.close()
    now += 2 * hour
    start()
    await pass(0)
    expect(sent).toEqual(['13:01', '15:01'])
    expect(await get()).toMatchObject({ message: null })
  })

  it('is cleared when the instance can be reached again, and left to it after that', async () => {
    await focusUntil('10:00')
    isOffline = true
    await until('10:30')
    isOffline = false
    await pass(minute)
    expect(sent).toEqual(['10:31'])
    await focusUntil('11:00')
    isOffline = true
    await until('23:00')
    expect(times.get(me.account).ending).toBeUndefined()
    expect(timers).toEqual([])
  })
})

describe('a scheduled status', () => {
  it('is there from its beginning to its end, each week day', async () => {
    save(lunch)
    await until('11:00')
    expect(await get()).toMatchObject({ message: 'Lunch', availability: 'busy' })
    await until('11:59')
    expect(await get()).toMatchObject({ message: 'Lunch' })
    await until('12:00')
    expect(await get()).toMatchObject({ message: null })
    await pass(7 * 24 * hour)
    expect(sent).toHaveLength(2 * 6)
  })

  it('comes an hour later for the service after a change of the clocks', async () => {
    now = Date.parse('2026-10-23T08:00Z')
    save(lunch)
    await pass(4 * 24 * hour)
    expect(sent).toEqual(['10:00', '11:00', '11:00', '12:00'])
  })

  it('is followed by what was there before, with its end', async () => {
    await setOn({ message: 'At home', emoji: 'house' })
    save(lunch)
    await until('12:00')
    expect(await get()).toMatchObject({ message: 'At home', emoji: 'house', clear_status_at: null })

    await pass(22 * hour)
    now = Date.parse('2026-11-24T09:00Z')
    const { now: status } = await ownStatus.set(me, { ...focus, clear: '8_hours' })
    times.endAt(me.account, { at: Date.parse('2026-11-24T15:30Z'), status })
    await pass(2.5 * hour)
    expect(await get()).toMatchObject({ message: 'Lunch' })
    await pass(hour)
    expect(await get()).toMatchObject({ message: 'Focusing' })
    await pass(3 * hour)
    expect(await get()).toMatchObject({ message: null })
  })

  it('is not followed by what would have ended meanwhile', async () => {
    await focusUntil('11:30')
    save(lunch)
    await until('12:00')
    expect(await get()).toMatchObject({ message: null })
  })

  it('leaves alone what somebody sets meanwhile', async () => {
    save(lunch)
    await until('11:10')
    await setOn({ message: 'Back early' })
    await until('13:00')
    expect(await get()).toMatchObject({ message: 'Back early' })
    expect(sent).toEqual(['11:00'])
  })

  it('is left to another computer that has set it', async () => {
    save({ ...lunch, status: { emoji: '', message: 'Lunch', busy: false } })
    await until('10:59')
    await setOn({ message: 'Lunch', clear_status_after: '3_hours' })
    await until('12:30')
    expect(sent).toEqual([])
    expect(await get()).toMatchObject({ message: 'Lunch' })
  })

  it('comes late where there is no other, and not at all after its end', async () => {
    save(lunch)
    await sleep(2.5 * hour)
    await pass(minute)
    expect(await get()).toMatchObject({ message: 'Lunch' })
    await until('12:00')
    expect(await get()).toMatchObject({ message: null })

    now = Date.parse('2026-11-24T09:00Z')
    await setOn({ message: 'At home' })
    await sleep(2.5 * hour)
    await pass(minute)
    expect(await get()).toMatchObject({ message: 'At home' })

    now = Date.parse('2026-11-25T09:00Z')
    await sleep(5 * hour)
    const before = sent.length
    await pass(minute)
    expect(sent).toHaveLength(before)
  })

  it('is tried each minute while the instance can’t be reached', async () => {
    save(lunch)
    isOffline = true
    await until('11:30')
    isOffline = false
    await pass(minute)
    expect(await get()).toMatchObject({ message: 'Lunch' })
    expect(sent).toEqual(['11:31'])
  })

  it('is not tried again after a refusal, which is said', async () => {
    const readOnly = await signedIn(sandbox.url, sandbox.tokens.read_user)
    const { account } = readOnly
    const file = memoryFile(StatusTimesFile)
    const run: (() => void)[] = []
    const refused = new StatusTimes({
      fileOf: () => file,
      accounts: () => [account],
      service: () => readOnly,
      ownStatus,
      clock: { now: () => now, after: (_, callback) => (run.push(callback), () => undefined) },
    })
    refused.saveSchedule(account, [lunch])
    now = Date.parse('2026-11-23T11:00Z')
    run.at(-1)!()
    await refused.running
    expect(refused.get(account).problem).toMatch(/./)
    expect(file.read().begun).toEqual({ lunch: now })
    await refused.close()
  })

  it('does not overlap with another that is on', () => {
    const long = { ...lunch, id: 'long', from: '09:00', to: '17:00' }
    expect(() => save(lunch, long)).toThrow(/overlap/)
    expect(save(lunch, { ...long, isOn: false }).schedule).toHaveLength(2)
    const { status: _, ...quiet } = { ...long, quiet: true }
    expect(save(lunch, quiet).schedule).toHaveLength(2)
  })
})

describe('quiet hours', () => {
  it('are now or not, and change no status', async () => {
    const { status: _, ...item } = lunch
    save({ ...item, quiet: true })
    expect(times.isQuiet(me.account)).toBe(false)
    await until('11:30')
    expect(times.isQuiet(me.account)).toBe(true)
    await until('12:00')
    expect(times.isQuiet(me.account)).toBe(false)
    expect(sent).toEqual([])
    expect(timers).toEqual([])
  })
})
