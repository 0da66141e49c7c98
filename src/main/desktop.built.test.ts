import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MenuItemConstructorOptions } from 'electron'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Account } from '../shared/operations/accounts.ts'
import type { Visit } from '../shared/operations/desktop.ts'
import type { Envelope } from '../shared/rules/failure.ts'

// The built host's native features: tray, menus, badge, notifications, links, and files.

const urlOf = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href
const native = (url: string) => import(/* @vite-ignore */ url)
const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-desktop-'))
const keyFile = join(dataFolder, 'work.pub')
let fake: typeof import('./testing/fake-electron.ts')
let ada: Account
let bob: Account

beforeAll(async () => {
  const fakeUrl = urlOf('testing/fake-electron.ts')
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: fakeUrl, shortCircuit: true } : next(specifier, context),
  })
  Object.defineProperty(process, 'platform', { value: 'linux' })
  // Left over from a previous run.
  writeFileSync(join(dataFolder, 'lock.db'), '')
  writeFileSync(join(dataFolder, 'window.json'), '{ "zoom": 1 }')
  writeFileSync(join(dataFolder, 'settings.json'), '{ "theme": "dark" }')
  process.argv.push('--data', dataFolder, 'latchkey://settings')
  fake = await native(fakeUrl)
  fake.seen.isReady = false
  await native(urlOf('../../out/main/index.js'))
  await vi.waitUntil(() => fake.around.menu.length > 0)
  ada = await value<Account>('demo.start', { as: 'user' })
  bob = await value<Account>('demo.start', { as: 'admin' })
  await value('settings.set', { lastAccount: ada.id })
})
afterAll(async () => {
  emit(fake.app, 'will-quit')
  await vi.waitUntil(() => fake.seen.quits > 0)
  rmSync(dataFolder, { recursive: true, force: true })
})

async function value<T>(name: string, input: unknown = {}, account?: string): Promise<T> {
  const frame = { url: 'app://latchkey/', parent: null }
  const answer = (await fake.invokeFrom(frame, name, input, account)) as Envelope<T>
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value
}
const takeVisit = async () => (await value<{ visit?: Visit }>('desktop.takeVisit')).visit
function emit(emitter: EventEmitter, name: string, ...more: unknown[]): boolean {
  const event = { preventDefault: vi.fn() }
  emitter.emit(name, event, ...more)
  return event.preventDefault.mock.calls.length > 0
}
const itemsOf = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...itemsOf((item.submenu ?? []) as typeof template)])
const inTray = (label: string | RegExp) =>
  itemsOf(fake.around.trays[0]!.menu).find((item) => item.label?.match(label))
const inMenu = (label: string) => itemsOf(fake.around.menu).find((item) => item.label === label)
const click = (item: MenuItemConstructorOptions | undefined) =>
  (item!.click as unknown as () => void)()
const window = () => fake.seen.windows[0]!

describe('built host', () => {
  it('opens the window at its last size, with a dark background before the page loads', () => {
    expect(fake.nativeTheme.themeSource).toBe('dark')
    expect(window().options.backgroundColor).toBe('#11171b')
    window().webContents.emit('did-finish-load')
    expect(window().webContents.zoomLevel).toBe(1)
    click(inMenu('Zoom in'))
    window().webContents.emit('zoom-changed', {}, 'in')
    expect(window().webContents.zoomLevel).toBe(2)
    expect(readFileSync(join(dataFolder, 'window.json'), 'utf8')).toContain('"zoom": 2')
    click(inMenu('Back'))
    click(inMenu('Forward'))
    expect(window().webContents.steps).toEqual(['back', 'forward'])
  })

  it('holds the link from startup until the page is ready', async () => {
    expect(await takeVisit()).toEqual({ path: 'settings' })
  })

  it('sets and clears a status from the tray in one click', async () => {
    await vi.waitUntil(() => inTray(/^In a meeting|In a meeting/))
    const before = fake.seen.sent.length
    click(inTray('In a meeting'))
    await vi.waitUntil(() => fake.around.trays[0]!.tip.includes('In a meeting (busy)'))
    const status = await value<{ message: string }>('ownStatus.get', {}, ada.id)
    expect(status.message).toBe('In a meeting')
    const channels = fake.seen.sent.slice(before).map(({ channel }) => channel)
    expect(channels).toContain('event:status')
    click(inTray('Clear status'))
    await vi.waitUntil(() => inTray('No status'))
  })

  it('switches accounts from the tray, and opens the window', async () => {
    await vi.waitUntil(() => inTray(`^${bob.label} `))
    expect(inTray(`^${ada.label} `)).toMatchObject({ type: 'radio', checked: true })
    click(inTray(`^${bob.label} `))
    expect(await takeVisit()).toEqual({ account: bob.id })
    const before = window().focused
    fake.around.trays[0]!.emit('click')
    expect(window().focused).toBe(before + 1)
  })

  it("registers the system's menu shortcuts and leaves page shortcuts to the page", async () => {
    await vi.waitUntil(() => inMenu('Home'))
    expect(inMenu('Settings…')).toMatchObject({ accelerator: 'CmdOrCtrl+,' })
    expect(inMenu('Go anywhere…')).toMatchObject({
      accelerator: 'CmdOrCtrl+K',
      registerAccelerator: false,
    })
    click(inMenu('Settings…'))
    expect(await takeVisit()).toEqual({ screen: 'settings' })
    expect(itemsOf(fake.around.menu).map(({ role }) => role)).not.toContain('toggleDevTools')
  })

  it('opens links and files from a second instance and macOS events, but not hostile ones', async () => {
    fake.app.emit('second-instance', {}, ['latchkey', 'latchkey://status'], '/')
    expect(await takeVisit()).toEqual({ path: 'status' })
    expect(emit(fake.app, 'open-url', 'latchkey://admin/people/1')).toBe(true)
    expect(await takeVisit()).toEqual({ path: 'admin/people/1' })
    for (const link of ['latchkey://status?clear=1', 'file:///etc']) {
      emit(fake.app, 'open-url', link)
      expect(await takeVisit(), link).toBeUndefined()
    }
    writeFileSync(keyFile, 'ssh-ed25519 AAAA ada')
    expect(emit(fake.app, 'open-file', keyFile)).toBe(true)
    expect(await vi.waitUntil(takeVisit)).toMatchObject({
      screen: 'keys',
      kind: 'ssh',
      files: [{ kind: 'ssh', name: 'work.pub' }],
    })
    // The scheme is registered only by the packaged app. Otherwise the system would start Electron itself.
    expect(fake.around.schemes).toEqual([])
    await value('settings.set', { startAtLogin: true })
    expect(fake.around.loginItems).toEqual([])
  })

  it('counts queued actions in the badge', async () => {
    await value('jobs.pauseAll', {}, bob.id)
    const { items } = await value<{ items: { id: number; state: string }[] }>(
      'users.list',
      {},
      bob.id,
    )
    const { id } = items.findLast(({ state }) => state === 'active')!
    const seen = { username: 'somebody', name: 'Somebody', state: 'active' }
    await value('queue.enqueue', { action: 'block', id, seen }, bob.id)
    await vi.waitUntil(() => fake.around.badge === 1)
    expect(inTray('^1 queued$')).toBeDefined()
    Object.defineProperty(process, 'platform', { value: 'win32' })
    await value('queue.cancelAll', {}, bob.id)
    await vi.waitUntil(() => window().overlay)
    expect(window().overlay).toEqual({ image: null, words: '' })
    await value('queue.enqueue', { action: 'block', id, seen }, bob.id)
    await vi.waitUntil(() => window().overlay!.image)
    expect(window().overlay!.words).toBe('1 queued')
    Object.defineProperty(process, 'platform', { value: 'linux' })
    await value('queue.cancelAll', {}, bob.id)
    await vi.waitUntil(() => fake.around.badge === 0)
  })

  it('hides a closed window in the tray if enabled, and explains this once', async () => {
    const { around, seen } = fake
    await value('settings.set', { closeToTray: true })
    window().visible = true
    expect(emit(window(), 'close')).toBe(true)
    expect(window().visible).toBe(false)
    expect(around.notices.map(({ options }) => options.title)).toEqual(['Latchkey keeps running'])
    around.notices[0]!.emit('click')
    expect(await takeVisit()).toEqual({ screen: 'settings' })
    expect(window().visible).toBe(true)
    emit(window(), 'close')
    expect(around.notices).toHaveLength(1)
    expect(seen.questions).toEqual([])
    await value('settings.set', { closeToTray: false })
    expect(emit(window(), 'close')).toBe(false)
  })

  it("doesn't notify about things the focused page already shows", async () => {
    const { around } = fake
    const before = around.notices.length
    const countNotices = () =>
      fake.seen.sent.filter(({ channel }) => channel === 'event:notice').length
    const end = async (hasFocus: boolean) => {
      const count = countNotices()
      window().hasFocus = hasFocus
      await value('jobs.resumeAll', {}, bob.id)
      const { items } = await value<{ items: { id: number; state: string }[] }>(
        'users.list',
        {},
        bob.id,
      )
      const { id } = items.findLast(({ state }) => state === 'active')!
      const user = await value<{ username: string; name: string }>('users.get', { id }, bob.id)
      const seen = { username: user.username, name: user.name, state: 'active' }
      await value('queue.enqueue', { action: 'block', id, seen }, bob.id)
      await value('queue.sendAllNow', {}, bob.id)
      await vi.waitUntil(() => countNotices() > count)
    }
    await end(true)
    expect(around.notices).toHaveLength(before)
    await end(false)
    expect(around.notices.at(-1)!.options).toEqual({
      title: 'Queue finished',
      body: '1 action done.',
    })
  })
  it('quits with a message after an error during startup', async () => {
    const uptime = vi.spyOn(process, 'uptime').mockReturnValue(5)
    process.listeners('uncaughtException').at(-1)!(new Error('by us'), 'uncaughtException')
    await vi.waitUntil(() => fake.seen.exitCode !== undefined)
    expect(fake.seen).toMatchObject({ exitCode: 1, relaunches: 0 })
    expect(fake.seen.errors.at(-1)).toMatch(/had to quit: .*Queued actions are kept/)
    uptime.mockRestore()
  })
})
