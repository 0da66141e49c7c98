import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttentionItem } from '../../../shared/operations/attention.ts'
import type { Notice } from '../../../shared/operations/desktop.ts'
import type { QueueCounts } from '../../../shared/operations/queue.ts'
import { statusEnd } from '../../../shared/rules/status-end.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { DesktopFile } from './desktop-file.ts'
import { Notifications } from './notifications.ts'
import { AlreadyNotified } from './already-notified.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let folder: string
let now: number
let items: AttentionItem[]
let isUserPresent: boolean
let isEnabled: boolean
let isQuiet: boolean
let notices: Notice[]
let statuses: Map<string, UserStatus>
let notifications: Notifications
let exactEnd: number | undefined
let timers: { at: number; run: () => void }[]
const readItems = vi.fn(async () => items)
const readStatus = vi.fn(async () => undefined)

function start({ isOnDisk = true } = {}) {
  timers = []
  statuses = new Map()
  exactEnd = undefined
  const path = join(folder, 'desktop.json')
  const file = jsonFile(path, DesktopFile, vi.fn())
  notifications = new Notifications({
    accounts: () => [{ id: 'a', label: 'Work' }],
    readAttention: readItems,
    readStatus,
    statusOf: (account) => statuses.get(account),
    statusEndOf: (_, status) => exactEnd ?? statusEnd(status),
    alreadyNotified: new AlreadyNotified({ file, now: () => now, isOnDisk: () => isOnDisk }),
    isEnabled: () => isEnabled,
    isQuiet: () => isQuiet,
    notify: (notice) => notices.push(notice),
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run }
        timers.push(timer)
        return () => void (timers = timers.filter((one) => one !== timer))
      },
    },
  })
  notifications.start({ isUserPresent: () => isUserPresent })
}

/** Advances the clock step by step. */
async function pass(milliseconds: number) {
  const end = now + milliseconds
  for (;;) {
    const next = timers.find(({ at }) => at <= end)
    if (!next) break
    now = Math.max(now, next.at)
    timers = timers.filter((one) => one !== next)
    next.run()
    await new Promise(setImmediate)
  }
  now = end
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  now = new Date(2026, 4, 4, 9).getTime()
  items = []
  isUserPresent = isEnabled = true
  isQuiet = false
  notices = []
  readItems.mockClear()
  start()
})
afterEach(() => rmSync(folder, { recursive: true }))

const inDays = (days: number) => new Date(now + days * day).toISOString()
const key = (keyId: number, days: number): AttentionItem => ({
  kind: days > 0 ? 'ssh-key-expiring' : 'ssh-key-expired',
  keyId,
  title: `key ${keyId}`,
  at: inDays(days),
  daysLeft: Math.floor(days),
})
const token = (days: number): AttentionItem => ({
  kind: 'token-expiring',
  tokenId: 7,
  name: 'deploy',
  at: inDays(days),
  daysLeft: Math.floor(days),
})

describe('expiring keys and tokens', () => {
  it('notify once in the last week, on the last day, and after they expire', async () => {
    items = [key(1, 6.5)]
    await pass(5 * day)
    expect(notices).toMatchObject([
      {
        title: 'SSH key expires soon – Work',
        text: '“key 1” expires in 6 days.',
        visit: { screen: 'keys', account: 'a' },
      },
    ])
    await pass(day)
    expect(notices.at(-1)).toMatchObject({ text: '“key 1” expires in less than a day.' })
    items = [{ ...items[0]!, kind: 'ssh-key-expired' } as AttentionItem]
    await pass(2 * day)
    expect(notices.at(-1)).toMatchObject({ title: 'SSH key expired – Work' })
    expect(notices).toHaveLength(3)
  })

  it("notify two weeks and three days before the account's access token expires", async () => {
    const at = inDays(13.5)
    items = [{ kind: 'access-token-expiring', at, daysLeft: 13 }]
    await pass(9 * day)
    expect(notices).toMatchObject([
      {
        title: 'Access token expires soon – Work',
        text: '“Token for Latchkey” expires in 13 days.',
        visit: { screen: 'accounts', account: 'a' },
      },
    ])
    await pass(3 * day)
    expect(notices.at(-1)).toMatchObject({ text: '“Token for Latchkey” expires in 3 days.' })
    items = [{ kind: 'access-token-expired', at }]
    await pass(3 * day)
    expect(notices.at(-1)).toMatchObject({ title: 'Access token expired – Work' })
    expect(notices).toHaveLength(3)
  })

  it('notify only after quiet hours', async () => {
    items = [key(1, 3)]
    isQuiet = true
    await pass(2 * hour)
    expect(notices).toEqual([])
    isQuiet = false
    await pass(hour)
    expect(notices).toHaveLength(1)
  })

  it('share a single notification if there are several', async () => {
    items = [key(1, 3), key(2, 2), token(0.5), key(3, -2), key(4, 20), key(5, -30)]
    await pass(hour)
    expect(notices).toMatchObject([
      {
        title: 'Expiring keys and tokens – Work',
        text: '1 has expired. 3 expire soon.',
        visit: { screen: 'home', account: 'a' },
      },
    ])
  })

  it("don't notify again after a restart", async () => {
    items = [token(3)]
    await pass(hour)
    expect(notices).toMatchObject([
      { title: 'Access token expires soon – Work', visit: { screen: 'tokens', account: 'a' } },
    ])
    notifications.stop()
    start()
    await pass(hour)
    expect(readItems).toHaveBeenCalledTimes(2)
    expect(notices).toHaveLength(1)
  })

  it('are checked once a day, during the day and while the user is present', async () => {
    await pass(10 * hour)
    expect(readItems).toHaveBeenCalledTimes(1)
    isUserPresent = false
    await pass(3 * day)
    expect(readItems).toHaveBeenCalledTimes(1)
    now = new Date(2026, 4, 8, 23).getTime()
    isUserPresent = true
    await pass(6 * hour)
    expect(readItems).toHaveBeenCalledTimes(1)
    await pass(4 * hour)
    expect(readItems).toHaveBeenCalledTimes(2)
  })

  it('leave nothing on disk for an in-memory account', async () => {
    notifications.stop()
    start({ isOnDisk: false })
    items = [token(3)]
    await pass(hour)
    await pass(2 * day)
    expect(notices.map(({ text }) => text)).toHaveLength(1)
    expect(() => readFileSync(join(folder, 'desktop.json'))).toThrow('ENOENT')
  })
})

it('notifies once, while the user is present, that a status is about to clear', async () => {
  const end = new Date(now + hour).toISOString()
  const status = { emoji: 'palm_tree', message: 'Lunch', availability: null, message_html: null }
  statuses.set('a', { ...status, clear_status_at: end })
  await pass(49 * minute)
  expect(notices).toEqual([])
  await pass(hour)
  expect(notices).toMatchObject([
    {
      title: 'Your status clears soon – Work',
      text: '“Lunch” clears in 10 minutes.',
      visit: { screen: 'status' },
    },
  ])
  statuses.set('a', { ...status, clear_status_at: new Date(now + hour).toISOString() })
  isUserPresent = false
  await pass(2 * hour)
  expect(notices).toHaveLength(1)
})

it('notifies before Latchkey clears a status, even if GitLab clears it later', async () => {
  const status = { emoji: null, message: 'Lunch', availability: null, message_html: null }
  statuses.set('a', { ...status, clear_status_at: new Date(now + 8 * hour).toISOString() })
  exactEnd = now + hour
  await pass(hour)
  expect(notices).toMatchObject([{ text: '“Lunch” clears in 10 minutes.' }])
})

describe('queue notifications', () => {
  const moved = (counts: Partial<QueueCounts>) =>
    notifications.onQueueEvent({
      account: 'a',
      summary: { counts: counts as QueueCounts, isPaused: false },
    })

  it('are shown once the queue finishes', () => {
    moved({ done: 5 })
    moved({ done: 5, undoable: 3 })
    moved({ done: 6, sending: 1, refused: 1 })
    expect(notices).toEqual([])
    moved({ done: 6, refused: 1, conflict: 1 })
    expect(notices).toMatchObject([
      {
        text: '1 action done, 1 action failed, and 1 action needs review.',
        visit: { screen: 'queue', account: 'a' },
        onScreen: true,
      },
    ])
    moved({ done: 6, refused: 1, conflict: 1 })
    expect(notices).toHaveLength(1)
  })

  it('are shown if the queue finishes before its first event, and again after a retry', () => {
    moved({ refused: 1 })
    moved({ refused: 1, done: 1 })
    expect(notices).toMatchObject([{ text: '1 action done.' }])
    moved({ ready: 1, done: 1 })
    moved({ refused: 1, done: 1 })
    expect(notices).toMatchObject([{}, { text: '1 action failed.' }])
  })

  it('include the number of canceled actions', () => {
    moved({ ready: 4 })
    moved({ done: 2, cancelled: 2 })
    expect(notices).toMatchObject([{ text: '2 actions done and 2 actions canceled.' }])
  })

  it('are skipped if every action was undone', () => {
    moved({ undoable: 2 })
    moved({ cancelled: 2 })
    expect(notices).toEqual([])
  })
})

describe('a rejected token', () => {
  const state = (now: 'signed-out' | 'online', message?: string) =>
    notifications.onConnectivity({ account: 'a', state: now, message })

  it('notifies once, and again only after the token has been accepted', () => {
    state('signed-out', 'The token has expired.')
    state('signed-out', 'The token has expired.')
    notifications.stop()
    start()
    state('signed-out')
    expect(notices).toMatchObject([{ title: 'Signed out – Work', text: 'The token has expired.' }])
    state('online')
    state('signed-out')
    expect(notices).toHaveLength(2)
  })

  it("doesn't notify for a signed-out account", () => {
    notifications.onConnectivity({ account: 'gone', state: 'signed-out' })
    expect(notices).toEqual([])
  })
})

it('shows nothing if notifications are off or unsupported', async () => {
  items = [token(3)]
  isEnabled = false
  await pass(hour)
  isEnabled = true
  notifications.stop()
  notifications.onConnectivity({ account: 'a', state: 'signed-out' })
  expect(timers).toEqual([])
  expect(notices).toEqual([])
  expect(readItems).not.toHaveBeenCalled()
})

it('deletes the notification records of an account', async () => {
  notifications.onConnectivity({ account: 'a', state: 'signed-out' })
  notifications.forget('a')
  expect(readFileSync(join(folder, 'desktop.json'), 'utf8')).not.toContain('@a')
})
