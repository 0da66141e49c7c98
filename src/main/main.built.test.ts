import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthority } from '../core/platform/network/testing/authority.ts'
import type { AccountsSnapshot } from '../shared/operations/accounts.ts'
import type { Envelope } from '../shared/rules/failure.ts'

// The built host, run under Node with a fake `electron`.

type Fake = typeof import('./testing/fake-electron.ts')
const out = join(import.meta.dirname, '../../out')
const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-main-'))
let fake: Fake

beforeAll(async () => {
  const fakeUrl = pathToFileURL(join(import.meta.dirname, 'testing/fake-electron.ts')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: fakeUrl, shortCircuit: true } : next(specifier, context),
  })
  const native = (url: string) => import(/* @vite-ignore */ url)
  process.argv.push('--data', dataFolder)
  fake = (await native(fakeUrl)) as Fake
  fake.seen.isReady = false
  await native(pathToFileURL(join(out, 'main/index.js')).href)
  await vi.waitUntil(() => fake.seen.windows[0]?.url)
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

const ownFrame = { url: 'app://latchkey/#/profile', parent: null }

describe('built Electron host', () => {
  it('registers its scheme and serves only the page, with its policy', async () => {
    expect(fake.seen.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
    const serve = fake.seen.protocolHandlers.get('app')!
    const page = await serve(new Request('app://latchkey/'))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('<div id="app">')
    for (const url of [
      'app://latchkey/../main/index.js',
      'app://latchkey/%2e%2e/main/index.js',
      'app://latchkey/..%2fmain%2findex.js',
      'app://elsewhere/index.html',
      'app://latchkey/package.json',
    ]) {
      expect((await serve(new Request(url))).status, url).toBe(404)
    }
  })

  it('opens one window with secure preferences', () => {
    expect(fake.seen.sandboxed).toBe(true)
    expect(fake.seen.windows).toHaveLength(1)
    const [window] = fake.seen.windows
    expect(window!.url).toBe('app://latchkey/')
    expect(window!.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(window!.options.webPreferences!.preload).toMatch(/preload.index\.cjs$/)
  })

  it('responds to its own page through structuredClone', async () => {
    const answer = (await fake.invokeFrom(
      ownFrame,
      'accounts.list',
      {},
    )) as Envelope<AccountsSnapshot>
    expect(answer).toMatchObject({ ok: true, value: { accounts: [] } })
  })

  it('rejects every other frame', async () => {
    for (const frame of [
      null,
      { url: 'app://latchkey/', parent: {} },
      { url: 'https://evil.example/', parent: null },
      { url: 'app://latchkey.evil.example/', parent: null },
      { url: 'app://evil/', parent: null },
      { url: 'file:///index.html', parent: null },
      { url: '', parent: null },
    ]) {
      expect(await fake.invokeFrom(frame, 'accounts.list', {})).toMatchObject({
        ok: false,
        failure: { kind: 'invalid' },
      })
    }
  })

  it('sends events to the page', async () => {
    await fake.invokeFrom(ownFrame, 'settings.set', { theme: 'dark' })
    expect(fake.seen.sent.at(-1)).toMatchObject({
      channel: 'event:settings',
      payload: { theme: 'dark' },
    })
  })

  it('blocks navigation, and opens only safe links externally', async () => {
    const { webContents } = fake.seen.windows[0]!
    for (const name of ['will-navigate', 'will-redirect', 'will-attach-webview']) {
      const event = { preventDefault: vi.fn() }
      webContents.emit(name, event)
      expect(event.preventDefault, name).toHaveBeenCalled()
    }
    const open = (url: string) => webContents.openHandler!({ url } as never)
    fake.seen.messageBoxAnswer = 1
    expect(open('file:///etc/passwd')).toEqual({ action: 'deny' })
    expect(open('https://git.example.org/ada')).toEqual({ action: 'deny' })
    await vi.waitUntil(() => fake.seen.opened.length > 0)
    expect(fake.seen.opened).toEqual(['https://git.example.org/ada'])
    expect(fake.seen.questions.at(-1)!.message).toContain('git.example.org')
    fake.seen.messageBoxAnswer = 0
  })

  it('asks before discarding unsaved changes', () => {
    const { webContents } = fake.seen.windows[0]!
    for (const [button, leaves] of [
      [0, false],
      [1, true],
    ] as const) {
      fake.seen.messageBoxAnswer = button
      const event = { preventDefault: vi.fn() }
      webContents.emit('will-prevent-unload', event)
      expect(event.preventDefault).toHaveBeenCalledTimes(leaves ? 1 : 0)
    }
    expect(fake.seen.errors).toEqual([])
  })

  it('grants only the permission to write to the clipboard', () => {
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read'] as const) {
      const answer = vi.fn()
      fake.seen.permissionRequest!(null as never, permission, answer, null as never)
      expect(answer).toHaveBeenCalledWith(false)
      expect(fake.seen.permissionCheck!(null, permission as never, '', null as never)).toBe(false)
    }
    expect(fake.seen.permissionCheck!(null, 'clipboard-sanitized-write', '', null as never)).toBe(
      true,
    )
  })

  it('shows its window for a second instance', async () => {
    const [window] = fake.seen.windows
    window!.emit('ready-to-show')
    expect(window!.visible).toBe(true)
    fake.app.emit('second-instance', {}, ['latchkey'], '/')
    await vi.waitUntil(() => window!.focused === 1)
    window!.emit('close', { preventDefault: vi.fn() })
    fake.app.emit('activate')
    expect(fake.seen.windows).toHaveLength(1)
  })

  it('reloads a crashed page, and prompts after repeated crashes', () => {
    const { webContents: page } = fake.seen.windows[0]!
    const crash = (reason: string) => page.emit('render-process-gone', {}, { reason, exitCode: 5 })
    const promptCount = fake.seen.questions.length
    crash('clean-exit')
    expect(page.reloads).toBe(0)
    for (let nth = 1; nth <= 3; nth += 1) {
      crash('crashed')
      expect(page.reloads).toBe(nth)
    }
    expect(fake.seen.questions).toHaveLength(promptCount)
    fake.seen.messageBoxAnswer = 0
    crash('oom')
    expect(fake.seen.questions.at(-1)?.message).toMatch(/crashed several times/)
    expect(page.reloads).toBe(4)
    fake.seen.messageBoxAnswer = 1
    fake.seen.windows[0]!.emit('unresponsive')
    expect(page.crashes).toBe(1)
    expect(readFileSync(join(dataFolder, 'logs/latchkey.log'), 'utf8')).toMatch(
      /The page ended\. exitCode=5 part=page end=oom/,
    )
  })

  it('accepts a trusted certificate for its host only if the authority is unknown', async () => {
    const authority = createAuthority()
    const { cert } = authority.issue({ names: 'DNS:gitlab.example.com' })
    const fingerprint = new X509Certificate(authority.cert).fingerprint256
    const verdict = (hostname: string, errorCode: number) => {
      const answer = vi.fn()
      const { verify } = fake.partitions.get('reads-0')!
      verify!({ hostname, errorCode, certificate: { data: cert } } as never, answer)
      return answer.mock.calls[0]![0] as number
    }
    await fake.invokeFrom(ownFrame, 'accounts.add', {
      baseUrl: 'https://127.0.0.1:1',
      token: 'glpat-never-sent-anywhere',
    })
    expect(verdict('gitlab.example.com', -202)).toBe(-3)
    await fake.invokeFrom(ownFrame, 'certificates.trust', {
      baseUrl: 'https://gitlab.example.com',
      content: Buffer.from(authority.cert).toString('base64'),
      fingerprint,
    })
    expect(verdict('gitlab.example.com', -202)).toBe(0)
    expect(verdict('other.example.com', -202)).toBe(-3)
    for (const worse of [-200, -201, -206, 0]) {
      expect(verdict('gitlab.example.com', worse)).toBe(-3)
    }
    authority.remove()
  })

  it('contacts only the instances of its accounts', () =>
    expect([...fake.around.contacted]).toEqual(['127.0.0.1']))

  it('prompts for the client certificate to use', async () => {
    const list = [
      {
        subjectName: 'Ines',
        issuerName: 'Example',
        validExpiry: 1_900_000_000,
        fingerprint: 'sha256/a',
      },
    ]
    const event = { preventDefault: vi.fn() }
    for (const [button, expected] of [
      [0, list[0]],
      [1, undefined],
    ] as const) {
      fake.seen.messageBoxAnswer = button
      const answer = vi.fn()
      // `host:port`, as Electron passes it. The prompt appears once per server.
      const service = `gitlab-${button}.example.com:443`
      fake.app.emit('select-client-certificate', event, null, service, list, answer)
      await vi.waitFor(() => expect(answer.mock.calls).toEqual([expected ? [expected] : []]))
    }
    expect(event.preventDefault).toHaveBeenCalledTimes(2)
  })

  it('asks before quitting with unsent actions, and exits after closing everything', async () => {
    const value = async <T>(...call: unknown[]) => {
      const answer = (await fake.invokeFrom(ownFrame, ...call)) as Envelope<T>
      if (!answer.ok) throw new Error(answer.failure.message)
      return answer.value
    }
    const emit = (emitter: EventEmitter, name: string) => {
      const event = { preventDefault: vi.fn() }
      emitter.emit(name, event)
      return event.preventDefault.mock.calls.length > 0
    }
    const [window] = fake.seen.windows
    const promptCount = fake.seen.questions.length
    expect(emit(window!, 'close')).toBe(false)
    expect(fake.seen.questions).toHaveLength(promptCount)
    // A page with unsaved changes revokes the earlier consent to quit.
    emit(window!.webContents, 'will-prevent-unload')

    const { id } = await value<{ id: string }>('demo.start', { as: 'admin' })
    await value('jobs.pauseAll', {}, id)
    const { items } = await value<{ items: { id: number; state: string }[] }>('users.list', {}, id)
    const user = items.findLast(({ state }) => state === 'active')!
    const seen = { username: 'somebody', name: 'Somebody', state: 'active' }
    await value('queue.enqueue', { action: 'block', id: user.id, seen }, id)

    fake.seen.messageBoxAnswer = 0
    expect(emit(window!, 'close')).toBe(true)
    expect(emit(fake.app, 'before-quit')).toBe(true)
    expect(fake.seen.questions.at(-1)).toMatchObject({
      message: '1 action hasn’t been sent yet.',
      buttons: ['Stay', 'Quit'],
      cancelId: 0,
    })
    fake.seen.messageBoxAnswer = 1
    expect(emit(window!, 'close')).toBe(false)
    const questions = fake.seen.questions.length
    expect(emit(fake.app, 'before-quit')).toBe(false)
    expect(fake.seen.questions).toHaveLength(questions)

    expect(emit(fake.app, 'will-quit')).toBe(true)
    expect(fake.seen.quits).toBe(0)
    await vi.waitUntil(() => fake.seen.quits === 1)
    expect(emit(fake.app, 'will-quit')).toBe(false)
    expect(fake.seen.errors).toEqual([])
  })

  it('relaunches after an internal error', async () => {
    const uptime = vi.spyOn(process, 'uptime').mockReturnValue(61)
    process.listeners('uncaughtException').at(-1)!(new Error('by us'), 'uncaughtException')
    await vi.waitUntil(() => fake.seen.exitCode !== undefined)
    expect(fake.seen).toMatchObject({ exitCode: 1, relaunches: 1, errors: [] })
    uptime.mockRestore()
  })
})
