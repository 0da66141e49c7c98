import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttentionItem } from '../../../shared/app/attention.ts'
import type { Notice } from '../../../shared/app/desktop.ts'
import type { QueueCounts } from '../../../shared/app/queue.ts'
import { jsonFile } from '../../infra/files/json-file.ts'
import { DesktopFile } from './desktop-file.ts'
import { StatusCache } from './status-cache.ts'
import { Notifications } from './notifications.ts'
import { AlreadyNotified } from './already-notified.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let folder: string
let now: number
let items: AttentionItem[]
let isSomebodyThere: boolean
let isWanted: boolean
let told: Notice[]
let statuses: StatusCache
let notifications: Notifications
let timers: { at: number; run: () => void }[]
const look = vi.fn(async () => items)

function start({ isKept = true } = {}) {
  timers = []
  statuses = new StatusCache(() => now)
  const path = join(folder, 'desktop.json')
  const file = jsonFile(path, DesktopFile, vi.fn())
  notifications = new Notifications({
    accounts: () => [{ id: 'a', label: 'Work' }],
    look,
    statuses,
    told: new AlreadyNotified({ file, now: () => now, isKept: () => isKept }),
    isWanted: () => isWanted,
    tell: (notice) => told.push(notice),
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run }
        timers.push(timer)
        return () => void (timers = timers.filter((one) => one !== timer))
      },
    },
  })
  notifications.start({ isSomebodyThere: () => isSomebodyThere })
}

/** Lets time pass, one turn after the other. */
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
  isSomebodyThere = isWanted = true
  told = []
  look.mockClear()
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

describe('keys and tokens that expire', () => {
  it('are told in the last week, on the last day, and once they have expired; each once', async () => {
    items = [key(1, 6.5)]
    await pass(5 * day)
    expect(told).toMatchObject([
      {
        title: 'SSH key expires soon – Work',
        text: '“key 1” expires in 6 days.',
        visit: { screen: 'ssh-keys', account: 'a' },
      },
    ])
    await pass(day)
    expect(told.at(-1)).toMatchObject({ text: '“key 1” expires in less than a day.' })
    items = [{ ...items[0]!, kind: 'ssh-key-expired' } as AttentionItem]
    await pass(2 * day)
    expect(told.at(-1)).toMatchObject({ title: 'SSH key expired – Work' })
    expect(told).toHaveLength(3)
  })

  it('are told as one where there are several', async () => {
    items = [key(1, 3), key(2, 2), token(0.5), key(3, -2), key(4, 20), key(5, -30)]
    await pass(hour)
    expect(told).toMatchObject([
      {
        title: 'Keys and tokens expire – Work',
        text: '1 has expired. 3 expire within a week.',
        visit: { screen: 'home', account: 'a' },
      },
    ])
  })

  it('are not told again after a restart', async () => {
    items = [token(3)]
    await pass(hour)
    expect(told).toMatchObject([
      { title: 'Access token expires soon – Work', visit: { screen: 'tokens', account: 'a' } },
    ])
    notifications.stop()
    start()
    await pass(hour)
    expect(look).toHaveBeenCalledTimes(2)
    expect(told).toHaveLength(1)
  })

  it('are looked for once a day, while somebody is there and it is no night', async () => {
    await pass(10 * hour)
    expect(look).toHaveBeenCalledTimes(1)
    isSomebodyThere = false
    await pass(3 * day)
    expect(look).toHaveBeenCalledTimes(1)
    now = new Date(2026, 4, 8, 23).getTime()
    isSomebodyThere = true
    await pass(6 * hour)
    expect(look).toHaveBeenCalledTimes(1)
    await pass(4 * hour)
    expect(look).toHaveBeenCalledTimes(2)
  })

  it('of an account that ends with Latchkey leave nothing on disk', async () => {
    notifications.stop()
    start({ isKept: false })
    items = [token(3)]
    await pass(hour)
    await pass(2 * day)
    expect(told.map(({ text }) => text)).toHaveLength(1)
    expect(() => readFileSync(join(folder, 'desktop.json'))).toThrow('ENOENT')
  })
})

it('tells that a status is about to clear, once, and only if somebody is there', async () => {
  const end = new Date(now + hour).toISOString()
  const status = { emoji: 'palm_tree', message: 'Lunch', availability: null, message_html: null }
  statuses.note({ account: 'a', status: { ...status, clear_status_at: end } })
  await pass(49 * minute)
  expect(told).toEqual([])
  await pass(hour)
  expect(told).toMatchObject([
    {
      title: 'Your status clears soon – Work',
      text: '“Lunch” clears in 10 minutes.',
      visit: { screen: 'status' },
    },
  ])
  statuses.note({
    account: 'a',
    status: { ...status, clear_status_at: new Date(now + hour).toISOString() },
  })
  isSomebodyThere = false
  await pass(2 * hour)
  expect(told).toHaveLength(1)
})

describe('the queue', () => {
  const moved = (counts: Partial<QueueCounts>) =>
    notifications.queue({
      account: 'a',
      summary: { counts: counts as QueueCounts, isPaused: false },
    })

  it('is told of once it has come to its end, however much it was', () => {
    moved({ done: 5 })
    moved({ done: 5, undoable: 3 })
    moved({ done: 6, sending: 1, refused: 1 })
    expect(told).toEqual([])
    moved({ done: 6, refused: 1, conflict: 1 })
    expect(told).toMatchObject([
      {
        text: '1 action done, 1 action failed, and 1 action needs review.',
        visit: { screen: 'actions', account: 'a' },
        onScreen: true,
      },
    ])
    moved({ done: 6, refused: 1, conflict: 1 })
    expect(told).toHaveLength(1)
  })

  it('is told of although it was quicker than the news of it, and again where it was ordered again', () => {
    moved({ refused: 1 })
    moved({ refused: 1, done: 1 })
    expect(told).toMatchObject([{ text: '1 action done.' }])
    moved({ ready: 1, done: 1 })
    moved({ refused: 1, done: 1 })
    expect(told).toMatchObject([{}, { text: '1 action failed.' }])
  })

  it('is not worth a word where everything was taken back', () => {
    moved({ undoable: 2 })
    moved({ cancelled: 2 })
    expect(told).toEqual([])
  })
})

describe('a token that is refused', () => {
  const state = (now: 'signed-out' | 'online', message?: string) =>
    notifications.connectivity({ account: 'a', state: now, message })

  it('is told once, and again only after it was accepted', () => {
    state('signed-out', 'The token has expired.')
    state('signed-out', 'The token has expired.')
    notifications.stop()
    start()
    state('signed-out')
    expect(told).toMatchObject([{ title: 'Signed out – Work', text: 'The token has expired.' }])
    state('online')
    state('signed-out')
    expect(told).toHaveLength(2)
  })

  it('of an account that is gone is nothing to tell', () => {
    notifications.connectivity({ account: 'gone', state: 'signed-out' })
    expect(told).toEqual([])
  })
})

it('says nothing where notices are not wanted, or nobody can show them', async () => {
  items = [token(3)]
  isWanted = false
  await pass(hour)
  isWanted = true
  notifications.stop()
  notifications.connectivity({ account: 'a', state: 'signed-out' })
  expect(timers).toEqual([])
  expect(told).toEqual([])
  expect(look).not.toHaveBeenCalled()
})

it('forgets what was told of an account', async () => {
  notifications.connectivity({ account: 'a', state: 'signed-out' })
  notifications.forget('a')
  expect(readFileSync(join(folder, 'desktop.json'), 'utf8')).not.toContain('@a')
})
