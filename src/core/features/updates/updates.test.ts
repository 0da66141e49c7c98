import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  Release,
  UpdateChannel,
  Updates as State,
} from '../../../shared/operations/updates.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { UnsignedUpdateError } from './signed-update.ts'
import type { UpdateSource } from '../../ports.ts'
import { UpdateFile, UpdateChecker } from './updates.ts'

const day = 24 * 60 * 60_000
const release: Release = { version: '1.1.0', notes: 'A tray icon.' }

let folder: string
let source: FakeSource
let settings: { channel: UpdateChannel; checks: boolean }
let now: number
let timers: { at: number; callback: () => void }[]
let states: State[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-updates-'))
  source = new FakeSource()
  settings = { channel: 'stable', checks: true }
  now = Date.parse('2026-05-04T09:00:00Z')
  timers = []
  states = []
})
afterEach(() => rmSync(folder, { recursive: true }))

class FakeSource implements UpdateSource {
  offered: Partial<Record<UpdateChannel, Release>> = {}
  asked: UpdateChannel[] = []
  broken = false
  restarts = 0
  unsigned = false
  meanwhile = () => {}
  /** Whether it never answers. */
  hangs = false

  async newest(channel: UpdateChannel): Promise<Release | undefined> {
    this.asked.push(channel)
    this.meanwhile()
    if (this.hangs) return new Promise(() => {})
    if (this.broken) throw new Error('net::ERR_INTERNET_DISCONNECTED')
    if (this.unsigned) throw new UnsignedUpdateError('1.1.0')
    return this.offered[channel]
  }

  async download(progress: (percent: number) => void): Promise<void> {
    progress(40.4)
    if (this.hangs) return new Promise(() => {})
    if (this.broken) throw new Error('sha512 checksum mismatch')
    progress(40.9)
    progress(100)
  }

  installAndRestart(): void {
    this.restarts += 1
  }
}

function open(from: UpdateSource | { off: 'package-manager' } = source): UpdateChecker {
  return new UpdateChecker({
    source: from,
    file: jsonFile(join(folder, 'updates.json'), UpdateFile, () => undefined),
    settings: () => settings,
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    changed: (state) => states.push(state),
    log: () => undefined,
  })
}

/** Advances the clock and runs all the work that this causes. */
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { callback } of due) callback()
  await new Promise(setImmediate)
}

describe('updates that are off', () => {
  it('report the reason without sending requests', async () => {
    const updates = open({ off: 'package-manager' })
    updates.start()
    expect(timers).toEqual([])
    const off = { state: 'off', why: 'package-manager' }
    expect(updates.state).toEqual(off)
    expect(await updates.check()).toEqual(off)
    expect(await updates.download()).toEqual(off)
    expect([updates.later(), updates.skip(), updates.install()]).toEqual([off, off, off])
  })
})

describe('checking for updates', () => {
  it('starts soon after launch, then runs once a day', async () => {
    const updates = open()
    updates.start()
    await pass(60_000)
    expect(source.asked).toEqual([])
    await pass(60_000)
    expect(source.asked).toEqual(['stable'])
    expect(updates.state).toEqual({ state: 'idle', checkedAt: now })
    await pass(day)
    expect(source.asked).toHaveLength(2)
    updates.close()
    await pass(day)
    expect(source.asked).toHaveLength(2)
  })

  it('fails if it never gets an answer, and can be repeated', async () => {
    const updates = open()
    source.hangs = true
    const checking = updates.check()
    await pass(60_000)
    expect(updates.state).toEqual({ state: 'checking' })
    await pass(60_000)
    expect(await checking).toMatchObject({ state: 'idle', failure: { kind: 'offline' } })
    expect(timers).toEqual([])
    source.hangs = false
    expect(await updates.check()).toEqual({ state: 'idle', checkedAt: now })
  })

  it('does not run automatically if turned off', async () => {
    settings.checks = false
    const updates = open()
    updates.start()
    await pass(3 * day)
    expect(source.asked).toEqual([])
    source.offered.stable = release
    expect(await updates.check()).toEqual({ state: 'available', release })
  })

  it('uses the configured channel, and runs again if it is changed during a check', async () => {
    source.offered.beta = { ...release, version: '2.0.0-beta.1' }
    source.meanwhile = () => {
      settings = { channel: 'beta', checks: true }
      updates.settingsChanged()
    }
    const updates = open()
    expect(await updates.check()).toMatchObject({ release: { version: '2.0.0-beta.1' } })
    expect(source.asked).toEqual(['stable', 'beta'])
  })

  it('ignores releases from another channel', async () => {
    source.offered.stable = release
    const updates = open()
    await updates.check()
    updates.settingsChanged()
    expect(updates.state.state).toBe('available')
    settings = { channel: 'beta', checks: true }
    updates.settingsChanged()
    expect(updates.state).toEqual({ state: 'idle' })
  })

  it('shows the failure of a manual check, and hides that of an automatic one', async () => {
    source.broken = true
    const updates = open()
    updates.start()
    await pass(2 * 60_000)
    expect(updates.state).toEqual({ state: 'idle' })
    expect(await updates.check()).toMatchObject({ state: 'idle', failure: { kind: 'offline' } })
  })
})

it('rejects an unsigned version with a message', async () => {
  source.unsigned = true
  const updates = open()
  expect(await updates.check()).toMatchObject({
    state: 'idle',
    failure: { message: 'Version 1.1.0 isn’t signed by the makers of this app.' },
  })
  expect(await updates.download()).toMatchObject({ state: 'idle' })
})

describe('a new version', () => {
  beforeEach(() => void (source.offered.stable = release))

  it('is downloaded and installed only on request', async () => {
    const updates = open()
    updates.start()
    await pass(2 * 60_000)
    expect(updates.state).toEqual({ state: 'available', release })
    expect(updates.install()).toEqual({ state: 'available', release })
    expect(await updates.download()).toEqual({ state: 'ready', release })
    expect(states.slice(-4)).toEqual([
      { state: 'downloading', release, percent: 0 },
      { state: 'downloading', release, percent: 40 },
      { state: 'downloading', release, percent: 100 },
      { state: 'ready', release },
    ])
    expect(source.restarts).toBe(0)
    await pass(day)
    expect(updates.state).toEqual({ state: 'ready', release })
    updates.install()
    expect(source.restarts).toBe(1)
  })

  it('can be downloaded again after a failure', async () => {
    const updates = open()
    await updates.check()
    source.broken = true
    expect(await updates.download()).toMatchObject({
      state: 'available',
      failure: { message: 'Version 1.1.0 couldn’t be downloaded or verified.' },
    })
    source.broken = false
    expect(await updates.download()).toEqual({ state: 'ready', release })
  })

  it('remains available when the next check fails', async () => {
    const updates = open()
    await updates.check()
    source.broken = true
    expect(await updates.check()).toMatchObject({ state: 'available', failure: {} })
  })

  it('remains hidden for three days if postponed, even after a restart', async () => {
    const updates = open()
    await updates.check()
    expect(updates.later()).toEqual({ state: 'available', release, deferral: 'later' })
    const next = open()
    next.start()
    await pass(2 * 60_000)
    expect(next.state).toEqual({ state: 'available', release, deferral: 'later' })
    await pass(3 * day)
    expect(next.state).toEqual({ state: 'available', release })
  })

  it('remains hidden if skipped until a newer one appears', async () => {
    const updates = open()
    await updates.check()
    expect(updates.skip()).toEqual({ state: 'available', release, deferral: 'skipped' })
    const next = open()
    next.start()
    await pass(2 * 60_000)
    expect(next.state).toEqual({ state: 'available', release, deferral: 'skipped' })
    const newer = { ...release, version: '1.2.0' }
    source.offered.stable = newer
    await pass(day)
    expect(next.state).toEqual({ state: 'available', release: newer })
  })

  it('is offered by a manual check if skipped', async () => {
    const updates = open()
    await updates.check()
    updates.skip()
    expect(await updates.check()).toEqual({ state: 'available', release })
  })
})
