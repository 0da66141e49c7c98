import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedBytes } from '../core/features/updates/signed-update.ts'
import type { Updates } from '../shared/operations/updates.ts'
import type { Envelope } from '../shared/rules/failure.ts'

// Runs the built host as an unofficial AppImage packaged with a custom update source.

const work = mkdtempSync(join(tmpdir(), 'latchkey-updater-'))
const urlOf = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href
const fakes: Record<string, string> = {
  electron: urlOf('testing/fake-electron.ts'),
  'electron-updater': urlOf('testing/fake-updater.ts'),
}
const native = (url: string) => import(/* @vite-ignore */ url)
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const unsigned = {
  version: '9.9.9',
  releaseDate: '2026-05-04T09:00:00Z',
  releaseNotes: '<p>New &amp; <b>shiny</b></p>',
  files: [{ url: 'Latchkey-9.9.9-linux-x86_64.AppImage', sha512: 'q+w=' }],
  path: '',
  sha512: '',
}
const signature = sign(null, signedBytes(unsigned), privateKey).toString('base64')
const release = { ...unsigned, signature }
let electron: typeof import('./testing/fake-electron.ts')
let updater: (typeof import('./testing/fake-updater.ts'))['autoUpdater']

beforeAll(async () => {
  registerHooks({
    resolve: (specifier, context, next) =>
      fakes[specifier] ? { url: fakes[specifier], shortCircuit: true } : next(specifier, context),
  })
  for (const name of ['app-update.yml', 'Latchkey.AppImage']) writeFileSync(join(work, name), '')
  process.argv.push('--data', join(work, 'data'))
  Object.defineProperty(process, 'platform', { value: 'linux' })
  Object.assign(process, { resourcesPath: work })
  mkdirSync(join(work, 'app.asar'))
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  writeFileSync(join(work, 'app.asar/package.json'), JSON.stringify({ updates: { key } }))
  process.env.APPIMAGE = join(work, 'Latchkey.AppImage')
  process.env.APPDIR = dirname(process.execPath)
  electron = await native(fakes.electron!)
  updater = (await native(fakes['electron-updater']!)).autoUpdater
  Object.assign(electron.app, { isPackaged: true })
  electron.seen.isReady = false
  await native(urlOf('../../out/main/index.js'))
  await vi.waitUntil(() => electron.seen.windows[0]?.url)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

async function ask(operation: string, input: unknown = {}): Promise<Updates> {
  const frame = { url: 'app://latchkey/', parent: null }
  const answer = (await electron.invokeFrom(frame, operation, input)) as Envelope<Updates>
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value
}

describe("built host's updater", () => {
  it('checks only on request, without identifying the installation', async () => {
    expect(await ask('updates.get')).toEqual({ state: 'idle' })
    expect(updater.autoDownload).toBe(false)
    expect(updater.logger).toBeNull()
    expect(updater.requestHeaders).toEqual({ 'x-user-staging-id': 'nobody' })
    expect([...electron.around.contacted]).toEqual([])
    await ask('updates.check')
    expect([...electron.around.contacted]).toEqual(['updates.example.com'])
  })

  it('reports failures and keeps running', async () => {
    expect(await ask('updates.check')).toMatchObject({ failure: { kind: 'offline' } })
  })

  it('rejects older versions in every channel', async () => {
    updater.found = { isUpdateAvailable: false, updateInfo: release }
    expect(await ask('updates.check')).toMatchObject({ state: 'idle' })
    expect(updater).toMatchObject({ channel: 'latest', allowPrerelease: false })
    await ask('settings.set', { updateChannel: 'beta' })
    expect(await ask('updates.check')).toMatchObject({ state: 'idle' })
    expect(updater).toMatchObject({ channel: 'beta', allowPrerelease: true })
    expect(updater.allowDowngrade).toBe(false)
  })

  it("rejects a version that isn't signed with the maker's key", async () => {
    for (const updateInfo of [unsigned, { ...release, version: '9.9.10' }]) {
      updater.found = { isUpdateAvailable: true, updateInfo }
      expect(await ask('updates.check')).toMatchObject({ state: 'idle', failure: {} })
      expect(await ask('updates.download')).toMatchObject({ state: 'idle' })
    }
  })

  it('sends the release notes to the page as text', async () => {
    updater.found = { isUpdateAvailable: true, updateInfo: release }
    const { version, releaseDate: date } = release
    const available = { state: 'available', release: { version, date, notes: 'New & shiny' } }
    expect(await ask('updates.check')).toEqual(available)
    expect(electron.seen.sent.at(-1)).toEqual({ channel: 'event:updates', payload: available })
  })

  it('logs in to a proxy once, with the variables for other requests', async () => {
    updater.proxy = { host: 'proxy.example.com', port: 3128 }
    expect(await ask('updates.check')).toMatchObject({ failure: { kind: 'offline' } })
    process.env.https_proxy = 'http://ada:wrong@proxy.example.com:3128'
    expect(await ask('updates.check')).toMatchObject({ failure: { kind: 'offline' } })
    process.env.https_proxy = 'http://ada:secret@proxy.example.com:3128'
    expect(await ask('updates.check')).toMatchObject({ state: 'available' })
    expect(updater.logins).toEqual([undefined, 'ada:wrong', undefined, 'ada:secret'])
    delete process.env.https_proxy
    updater.proxy = undefined
  })

  it("doesn't relaunch after a later quit if the user stayed", async () => {
    expect(await ask('updates.check')).toMatchObject({ state: 'available' })
    expect(await ask('updates.download')).toMatchObject({ state: 'ready' })
    await ask('updates.install')
    // The page has unsaved changes, and the user keeps them.
    electron.seen.messageBoxAnswer = 0
    electron.seen.windows[0]!.webContents.emit('will-prevent-unload', {
      preventDefault: () => expect.unreachable(),
      defaultPrevented: false,
    })
    electron.app.emit('quit')
    expect(updater.installs).toEqual([])
  })

  it('installs after quitting, then relaunches', async () => {
    expect(await ask('updates.get')).toMatchObject({ state: 'ready' })
    expect(updater.autoInstallOnAppQuit).toBe(true)
    const before = electron.seen.quits
    await ask('updates.install')
    expect(electron.seen.quits).toBe(before + 1)
    expect(updater.installs).toEqual([])
    electron.app.emit('quit')
    expect(updater.installs).toEqual([[true, true]])
  })
})
