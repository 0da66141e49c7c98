import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Notice, Visit } from '../../../shared/operations/desktop.ts'
import type { HostEvents } from '../../../shared/operations/host.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { OnboardingStage, csvOfUsers } from '../onboarding/testing/rows.ts'
import { type WindowPort, runAction, openLaunchRequest } from './actions.ts'
import type { DesktopState } from './desktop-state.ts'
import { followSettings } from './follow-settings.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let user: Account
let notices: Notice[]
const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
const window = {
  isOpen: vi.fn(() => true),
  show: vi.fn(),
  zoom: vi.fn(),
  back: vi.fn(),
  forward: vi.fn(),
  quit: vi.fn(),
} satisfies WindowPort

beforeAll(async () => (sandbox = await startSeededSandbox({ users: 20 })))
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  vi.clearAllMocks()
  notices = []
  latchkey = createTestLatchkey()
  latchkey.on('notice', (notice) => notices.push(notice))
  user = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
})
afterEach(() => latchkey.close())

interface Person {
  id: number
  username: string
  name: string
  state: string
}

const takeVisit = async () => (await latchkey.value<{ visit?: Visit }>('desktop.takeVisit')).visit
const away = { emoji: 'palm_tree', message: 'Away', busy: true, clear: '8_hours' } as const
/** The status that the menu shows. */
const base = () => latchkey.desktop.state().status!
const setStatus = () =>
  runAction(latchkey, window, { do: 'set-status', account: user.id, status: away, base: base() })

describe('tray', () => {
  it('shows the status and updates it when it is set or cleared', async () => {
    const states: DesktopState[] = []
    const events: HostEvents['status'][] = []
    latchkey.on('status', (event) => events.push(event))
    const end = latchkey.desktop.watch((state) => states.push(state))
    expect(states).toMatchObject([{ active: user.id, queued: 0, failed: 0 }])
    await vi.waitUntil(() => states.at(-1)!.status)
    expect(events).toEqual([])

    await setStatus()
    await vi.waitUntil(() => states.at(-1)!.status!.message === 'Away')
    expect(states.at(-1)!.recents).toEqual([away])
    expect(events).toMatchObject([{ account: user.id, status: { message: 'Away' } }])

    await runAction(latchkey, window, { do: 'clear-status', account: user.id, base: base() })
    await vi.waitUntil(() => !states.at(-1)!.status!.message)
    end()
    const count = states.length
    await latchkey.value('settings.set', { theme: 'dark' })
    expect(states).toHaveLength(count)
    expect(notices).toEqual([])
  })

  it('follows the account on screen, and forgets accounts that have signed out', async () => {
    const admin = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(latchkey.desktop.state()).toMatchObject({ active: user.id })
    window.isOpen.mockReturnValueOnce(false)
    await runAction(latchkey, window, { do: 'switch', account: admin.id })
    expect(latchkey.desktop.state()).toMatchObject({ active: admin.id })
    await latchkey.value('accounts.signOut', { id: admin.id })
    expect(latchkey.desktop.state()).toMatchObject({ active: user.id })
  })

  it('counts queued actions, and failed ones until they are seen', async () => {
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const counts = () => {
      const { queued, failed } = latchkey.desktop.state()
      return { queued, failed }
    }
    await latchkey.value('jobs.pauseAll', {}, id)
    // GitLab refuses to deactivate users who were recently active.
    const { id: target, ...person } = await latchkey.value<Person>(
      'users.get',
      { id: user.user.id },
      id,
    )
    const seen = { username: person.username, name: person.name, state: person.state }
    await latchkey.value('queue.enqueue', { action: 'deactivate', id: target, seen }, id)
    expect(counts()).toEqual({ queued: 1, failed: 0 })
    await latchkey.value('jobs.resumeAll', {}, id)
    await latchkey.value('queue.sendAllNow', {}, id)
    await vi.waitUntil(() => counts().queued === 0)
    await vi.waitUntil(() => counts().failed === 1)
    await latchkey.value('desktop.actionsSeen', {}, id)
    expect(counts()).toEqual({ queued: 0, failed: 0 })
  })
})

describe('desktop counters', () => {
  it('count new users as changes, but not a review', async () => {
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    await readAll(latchkey, id)
    await latchkey.value('desktop.noticesPermitted', { permitted: true }, id)
    await latchkey.value('jobs.pauseAll', {}, id)
    const stage = new OnboardingStage(latchkey, id)
    const run = await stage.start(csvOfUsers(2).text)
    const selection = { kind: 'users', ids: [1, 2, 3] }
    await latchkey.value('review.start', { selection }, id)
    expect(latchkey.desktop.state()).toMatchObject({ queued: 2, failed: 0 })
    expect(latchkey.unsent()).toEqual({ kept: 2, lost: 0, tokens: 0 })
    await latchkey.value('jobs.resumeAll', {}, id)
    await stage.reach(run, 'done', 2)
    await vi.waitUntil(() => notices.some(({ visit }) => visit.screen === 'queue'))
    expect(notices.at(-1)!.text).toContain('2')
    expect(latchkey.desktop.state()).toMatchObject({ queued: 0, failed: 0 })
    expect(latchkey.unsent()).toEqual({ kept: 0, lost: 0, tokens: 0 })
  })
})

describe('a click in a menu', () => {
  it('keeps and reports a status set elsewhere, and replaces it on the second click', async () => {
    const end = latchkey.desktop.watch(() => undefined)
    await vi.waitUntil(() => latchkey.desktop.state().status)
    const answer = await fetch(`${sandbox.url}/api/v4/user/status`, {
      method: 'PUT',
      headers: { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' },
      body: JSON.stringify({ emoji: 'coffee', message: 'From my phone' }),
    })
    expect(answer.status).toBe(200)
    await setStatus()
    expect(notices).toMatchObject([
      { title: 'Status not set', text: expect.stringContaining('From my phone') },
    ])
    expect(base()).toMatchObject({ message: 'From my phone' })
    await setStatus()
    expect(base()).toMatchObject({ message: 'Away' })
    expect(notices).toHaveLength(1)
    end()
  })

  it('reports a failure in a notification that opens the status screen', async () => {
    await runAction(latchkey, window, { do: 'clear-status', account: 'gone', base: {} })
    expect(notices).toMatchObject([
      { title: 'Status not cleared', visit: { screen: 'status', account: 'gone' } },
    ])
  })

  it('shows a screen only once', async () => {
    const onVisit = vi.fn()
    latchkey.on('visit', onVisit)
    await runAction(latchkey, window, { do: 'visit', visit: { screen: 'status' } })
    expect(onVisit).toHaveBeenCalledOnce()
    expect(window.show).toHaveBeenCalledOnce()
    expect(await takeVisit()).toEqual({ screen: 'status' })
    expect(await takeVisit()).toBeUndefined()
    await runAction(latchkey, window, { do: 'visit', visit: {} })
    expect(onVisit).toHaveBeenCalledOnce()
    expect(window.show).toHaveBeenCalledTimes(2)
  })

  it('asks an open page to switch accounts', async () => {
    await runAction(latchkey, window, { do: 'switch', account: user.id })
    expect(await takeVisit()).toEqual({ account: user.id })
    expect(window.show).not.toHaveBeenCalled()
  })

  it.each(['back', 'forward', 'quit'] as const)('moves the window: %s', async (what) => {
    await runAction(latchkey, window, { do: what })
    expect(window[what]).toHaveBeenCalledOnce()
  })
})

describe('a launch request', () => {
  it('opens the screen of a link to a signed-in account', async () => {
    const log = vi.fn()
    const link = `latchkey://tokens?account=${user.user.username}@${new URL(sandbox.url).host}`
    await openLaunchRequest(latchkey, window, { link, files: [] }, log)
    expect(await takeVisit()).toEqual({ path: 'tokens', account: user.id })
    expect(window.show).toHaveBeenCalledOnce()

    const files = [join(folder, 'work.pub')]
    await openLaunchRequest(latchkey, window, { link: 'latchkey://status?clear=1', files }, log)
    expect(log).toHaveBeenCalledOnce()
    expect(window.show).toHaveBeenCalledOnce()
    expect(await takeVisit()).toBeUndefined()
  })

  it('collects key files until a page shows them, but never imports them', async () => {
    for (const name of ['work.pub', 'me.asc']) writeFileSync(join(folder, name), name)
    await openLaunchRequest(latchkey, window, { files: [join(folder, 'me.asc')] }, vi.fn())
    await openLaunchRequest(latchkey, window, { files: [join(folder, 'work.pub')] }, vi.fn())
    const visit = await takeVisit()
    expect(visit).toMatchObject({ screen: 'keys', kind: 'ssh' })
    expect(visit!.files!.map(({ name }) => name)).toEqual(['me.asc', 'work.pub'])
    await openLaunchRequest(latchkey, window, { files: [] }, vi.fn())
    expect(window.show).toHaveBeenCalledTimes(3)
  })

  it('rejects a private key by its header without reading further', async () => {
    const texts = [
      ['localSshKeys.read', '-----BEGIN OPENSSH PRIVATE KEY-----'],
      ['localSshKeys.read', 'PuTTY-User-Key-File-3'],
      ['localGpgKeys.read', '-----BEGIN PGP PRIVATE KEY BLOCK-----'],
    ] as const
    for (const [operation, text] of texts) {
      const rows = await latchkey.value(operation, { files: [{ name: 'work.pub', text }] })
      expect(rows).toMatchObject([{ kind: 'refused', secret: true }])
    }
  })
})

it('notifies only once that Latchkey keeps running in the tray', () => {
  latchkey.desktop.notifyOfTray()
  latchkey.desktop.notifyOfTray()
  expect(notices).toMatchObject([{ key: 'goes on in the tray', visit: { screen: 'settings' } }])
})

it('checks for notifications only while a page may show them', async () => {
  const signedOut = () =>
    latchkey.desktop.notifications.onConnectivity({ account: user.id, state: 'signed-out' })
  signedOut()
  expect(notices).toEqual([])
  await latchkey.value('desktop.noticesPermitted', { permitted: true })
  signedOut()
  expect(notices).toMatchObject([{ visit: { screen: 'home', account: user.id } }])
  await latchkey.value('desktop.noticesPermitted', { permitted: false })
})

it('forwards the current settings and every change', async () => {
  const seen: boolean[] = []
  const settings = await followSettings(latchkey, ({ closeToTray }) => seen.push(closeToTray))
  await latchkey.value('settings.set', { closeToTray: true })
  expect(seen).toEqual([false, true])
  expect(settings().closeToTray).toBe(true)
})

it('lets the user select folders if the system supports it', async () => {
  expect(await latchkey.value('desktop.chooseFolders')).toEqual({ folders: [] })
  const asking = createTestLatchkey({ chooseFolders: async () => ['/home/ada/work'] })
  expect(await asking.value('desktop.chooseFolders')).toEqual({ folders: ['/home/ada/work'] })
  await asking.close()
})

describe('a state change', () => {
  it('reaches all listeners, even if one throws', async () => {
    const listener = vi.fn()
    const ends = [
      latchkey.desktop.watch(() => {
        throw new Error('Object has been destroyed')
      }),
      latchkey.desktop.watch(listener),
    ]
    const times = listener.mock.calls.length
    await latchkey.value('settings.set', { lastAccount: user.id })
    await setStatus()
    await vi.waitUntil(() => listener.mock.calls.length > times)
    for (const end of ends) end()
  })
})
