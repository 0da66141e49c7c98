import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { memoryFile } from '../../../platform/files/memory-file.ts'
import {
  keyringLockedError,
  serviceAbsentError,
} from '../../../platform/keychain/keychain-error.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { testFolder } from '../../../testing/folder.ts'
import { testLog } from '../../../testing/log.ts'
import { StatusTimesFile } from '../times/times-file.ts'
import { createAddressStore } from './address-store.ts'
import { Calendars } from './calendars.ts'
import { readCalendar } from './read-calendar.ts'
import { type CalendarServer, startCalendarServer } from './testing/calendar-server.ts'
import { calendarText, eventLines } from './testing/calendars.ts'

const minute = 60_000
const hour = 60 * minute
const account = 'a'
const gitlab = { account } as GitLabClient

const planning = eventLines(
  'DTSTART:20261214T100000Z',
  'DTEND:20261214T110000Z',
  'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ines@example.com',
)
const declined = eventLines(
  'DTSTART:20261214T120000Z',
  'DTEND:20261214T130000Z',
  'ATTENDEE;PARTSTAT=DECLINED:mailto:ines@example.com',
)

let server: CalendarServer
beforeAll(async () => {
  server = await startCalendarServer()
})
afterAll(() => server.stop())

/** Calendars with a clock and a keychain of the test. */
class Stage {
  now = Date.parse('2026-12-14T08:00Z')
  timers: { at: number; run: () => void }[] = []
  file = memoryFile(StatusTimesFile)
  accounts = [account]
  keychain = createMemorySecretStore()
  keychainFailure: Error | undefined
  needsKeychain = false
  own: string[] | undefined = ['ines@example.com']
  logged: string[] = []
  random = 0.5
  home = testFolder()
  calendars = this.#create()

  #create() {
    const guarded = <T>(run: () => Promise<T>) =>
      this.keychainFailure ? Promise.reject(this.keychainFailure) : run()
    return new Calendars({
      fileOf: () => this.file,
      accounts: () => this.accounts,
      addresses: createAddressStore({
        keychain: {
          describe: this.keychain.describe,
          get: (name) => guarded(() => this.keychain.get(name)),
          set: (name, secret) => guarded(() => this.keychain.set(name, secret)),
          remove: (name) => guarded(() => this.keychain.remove(name)),
        },
        isInMemory: () => false,
        needsKeychain: this.needsKeychain,
      }),
      fetch: createNodeFetch({ certificates: server.certificates }),
      read: async (request) => readCalendar(request),
      ownAddresses: async () => this.own,
      home: this.home,
      mayReadComputer: () => true,
      clock: {
        now: () => this.now,
        random: () => this.random,
        after: (milliseconds, run) => {
          const timer = { at: this.now + milliseconds, run }
          this.timers.push(timer)
          return () => void (this.timers = this.timers.filter((one) => one !== timer))
        },
      },
      onChange: () => undefined,
      log: testLog((line) => this.logged.push(line)).warn,
    })
  }

  restart(): void {
    this.timers = []
    this.calendars = this.#create()
  }

  get calendar() {
    return this.calendars.get(account).calendar
  }

  add(address = server.url) {
    return this.calendars.add(gitlab, { address, isConfirmed: true })
  }

  addLocal(path: string) {
    return this.calendars.addLocal(gitlab, path)
  }

  async turnOn() {
    await this.add()
    await this.calendars.update(account, { isOn: true })
  }

  /** Advances the clock, runs due timers, and waits for what they load. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds
    for (;;) {
      await yieldToEventLoop()
      await this.calendars.settle()
      const next = this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      this.timers = this.timers.filter((one) => one !== next)
      next.run()
    }
    this.now = end
  }
}

let stage: Stage
beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  server.reset(calendarText(...planning, ...declined))
  stage = new Stage()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.calendars.close()
})

describe('a calendar at an address', () => {
  it('is added once its host is confirmed, and is off', async () => {
    const asked = await stage.calendars.add(gitlab, { address: server.url })
    expect(asked).toEqual({ asked: new URL(server.url).host })
    expect(server.requests).toEqual([])
    expect(await stage.add()).toMatchObject({
      calendar: { events: 2, skipped: 0, isOn: false, isLocal: false, hasTitles: false },
    })
    expect(stage.calendar?.preview).toMatchObject([
      { source: 'calendar', status: { message: 'In a meeting' } },
    ])
    await stage.pass(hour)
    expect(server.requests).toHaveLength(1)
  })

  it('may start with webcal', async () => {
    const added = await stage.add(server.url.replace('https:', 'webcal:'))
    expect(added).toHaveProperty('calendar')
  })

  it('counts events that the owner declined if the email addresses are unknown', async () => {
    stage.own = undefined
    await stage.add()
    expect(stage.calendar?.preview).toHaveLength(2)
    stage.own = ['ines@example.com']
    await stage.calendars.reload(gitlab)
    expect(stage.calendar?.preview).toHaveLength(1)
  })

  it('is read every 15 minutes, a bit earlier or later, and not again if unchanged', async () => {
    await stage.turnOn()
    expect(server.requests).toHaveLength(2)
    await stage.pass(15 * minute - 1)
    expect(server.requests).toHaveLength(2)
    stage.random = 0
    await stage.pass(1)
    expect(server.requests).toHaveLength(3)
    expect(server.requests.at(-1)).toMatchObject({ 'if-none-match': server.etag })
    expect(stage.calendar).toMatchObject({ readAt: stage.now })
    await stage.pass(13.5 * minute)
    expect(server.requests).toHaveLength(4)
  })

  it('is read completely once a day, because later events are needed then', async () => {
    server.reset(calendarText(...eventLines('DTSTART:20261218T100000Z', 'DTEND:20261218T110000Z')))
    await stage.turnOn()
    await stage.pass(24 * hour + 15 * minute)
    expect(server.fullAnswers).toBe(3)
    await stage.pass(2 * 24 * hour + 10 * hour)
    expect(stage.calendar?.preview).toHaveLength(1)
  })

  it('follows changes', async () => {
    await stage.turnOn()
    server.reset(calendarText(...planning, ...eventLines('DTSTART:x')))
    await stage.pass(15 * minute)
    expect(stage.calendar).toMatchObject({ events: 2, skipped: 1 })
  })

  it('keeps what was read if it can’t be read anymore, and recovers', async () => {
    await stage.turnOn()
    server.answer = { status: 503 }
    await stage.pass(15 * minute)
    expect(stage.calendar).toMatchObject({ problem: 'unreachable', events: 2 })
    expect(stage.calendar?.preview).toHaveLength(1)
    server.reset('<html>')
    await stage.pass(15 * minute)
    expect(stage.calendar).toMatchObject({ problem: 'unreadable', events: 2 })
    server.reset(calendarText(...planning, ...declined))
    await stage.pass(15 * minute)
    expect(stage.calendar).not.toHaveProperty('problem', expect.anything())
  })

  it('is read after a restart', async () => {
    await stage.turnOn()
    const count = server.requests.length
    await stage.calendars.close()
    stage.restart()
    await stage.pass(0)
    expect(server.requests).toHaveLength(count + 1)
  })

  it('doesn’t delay quitting while its server doesn’t respond, and keeps what was read', async () => {
    await stage.turnOn()
    server.answer = 'none'
    const reading = stage.calendars.reload(gitlab)
    await vi.waitUntil(() => server.requests.length === 3)
    await stage.calendars.close()
    await reading
    expect(stage.calendar).toMatchObject({ events: 2, isOn: true })
    expect(stage.calendar?.problem).toBeUndefined()
  })

  it('isn’t read while it is off', async () => {
    await stage.turnOn()
    await stage.calendars.update(account, { isOn: false })
    const count = server.requests.length
    await stage.pass(hour)
    expect(server.requests).toHaveLength(count)
  })

  it('is removed together with its address', async () => {
    await stage.turnOn()
    expect(stage.keychain.has('calendar a')).toBe(true)
    expect(await stage.calendars.remove(account)).toEqual({})
    expect(stage.keychain.has('calendar a')).toBe(false)
    expect(stage.calendar).toBeUndefined()
  })

  it('isn’t read again by the timer while the keychain is locked', async () => {
    await stage.turnOn()
    const count = server.requests.length
    stage.keychainFailure = keyringLockedError()
    await stage.pass(hour)
    expect(stage.calendar).toMatchObject({ problem: 'secret' })
    stage.keychainFailure = undefined
    await stage.pass(hour)
    expect(server.requests).toHaveLength(count)
    stage.calendars.onAnswer(account)
    await stage.pass(minute)
    expect(server.requests).toHaveLength(count + 1)
  })

  it('isn’t added if the keychain refuses its address', async () => {
    stage.keychainFailure = keyringLockedError()
    await expect(stage.add()).rejects.toThrow(keyringLockedError().message)
    expect(stage.calendar).toBeUndefined()
  })

  it('is forgotten when Latchkey quits if there is no keychain', async () => {
    stage.keychainFailure = serviceAbsentError()
    await stage.turnOn()
    expect(stage.calendar).not.toHaveProperty('problem', expect.anything())
    await stage.calendars.close()
    stage.keychainFailure = undefined
    stage.restart()
    await stage.pass(0)
    expect(stage.calendar).toMatchObject({ problem: 'secret' })
  })

  it('isn’t saved if it is removed while it is read', async () => {
    await stage.turnOn()
    const reading = stage.calendars.reload(gitlab)
    await stage.calendars.remove(account)
    await reading
    expect(stage.calendar).toBeUndefined()
  })
})

describe('titles of events', () => {
  it('are shown only while they are chosen', async () => {
    await stage.turnOn()
    expect(JSON.stringify(stage.file.read())).not.toContain('Planning')
    await stage.calendars.update(account, { hasTitles: true })
    expect(stage.calendar?.preview).toMatchObject([{ status: { message: 'Planning' } }])
    server.answer = { status: 503 }
    await stage.calendars.update(account, { hasTitles: false })
    expect(JSON.stringify(stage.file.read())).not.toContain('Planning')
  })
})

describe('pausing a calendar', () => {
  it('lasts until the next day or until it is resumed', async () => {
    await stage.turnOn()
    const midnight = new Date(2026, 11, 15).getTime()
    expect(stage.calendars.pause(account).calendar).toMatchObject({
      pausedUntil: midnight,
      preview: [],
    })
    expect(stage.calendars.resume(account).calendar?.preview).toHaveLength(1)
    stage.calendars.pause(account)
    stage.now = midnight
    expect(stage.calendar).not.toHaveProperty('pausedUntil')
  })
})

describe('a calendar in files', () => {
  it('is read from a file in the home folder, and again when it changes', async () => {
    const path = join(stage.home, 'work.ics')
    writeFileSync(path, calendarText(...planning))
    expect(await stage.addLocal('~/work.ics')).toMatchObject({
      calendar: { events: 1, isLocal: true },
    })
    await stage.calendars.update(account, { isOn: true })
    writeFileSync(path, calendarText(...planning, ...declined))
    await stage.pass(minute)
    expect(stage.calendar).toMatchObject({ events: 2 })
  })

  it('isn’t written again while nothing changes', async () => {
    writeFileSync(join(stage.home, 'work.ics'), calendarText(...planning))
    await stage.addLocal(join(stage.home, 'work.ics'))
    await stage.calendars.update(account, { isOn: true })
    const { readAt } = stage.calendar!
    await stage.pass(5 * minute)
    expect(stage.calendar?.readAt).toBe(readAt)
  })

  it('is read from a folder, without other files', async () => {
    const folder = join(stage.home, 'calendars')
    mkdirSync(folder)
    mkdirSync(join(folder, 'folder.ics'))
    writeFileSync(join(folder, 'a.ics'), calendarText(...planning))
    writeFileSync(join(folder, 'b.ICS'), calendarText(...declined))
    writeFileSync(join(folder, 'notes.txt'), calendarText(...planning))
    utimesSync(join(folder, 'a.ics'), 0, 0)
    expect(await stage.addLocal(folder)).toMatchObject({ calendar: { events: 2, skipped: 0 } })
  })

  it('replaces one at an address, whose address is forgotten', async () => {
    await stage.turnOn()
    writeFileSync(join(stage.home, 'work.ics'), calendarText(...planning))
    await stage.addLocal(join(stage.home, 'work.ics'))
    expect(stage.keychain.has('calendar a')).toBe(false)
    expect(stage.calendar).toMatchObject({ isOn: false, isLocal: true })
  })

  it.each([
    ['a missing file', '/nowhere/work.ics', 'unreachable'],
    ['a folder without calendars', '~/empty', 'unreadable'],
    ['a file that isn’t a calendar', '~/page.ics', 'unreadable'],
  ])('reports %s', async (_, path, problem) => {
    mkdirSync(join(stage.home, 'empty'))
    writeFileSync(join(stage.home, 'page.ics'), '<html>')
    expect(await stage.addLocal(path)).toEqual({ problem })
  })
})
