import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SelfTestReport } from '../../core/platform/self-test/report-file.ts'
import { createNodeFetch } from '../../core/platform/network/node-fetch.ts'
import { app, seen } from '../testing/fake-electron.ts'
import { FakePage } from '../testing/fake-page.ts'
import { type SelfTestOptions, runSelfTest } from './self-test.ts'
import { testFolder } from '../../core/testing/folder.ts'

// Runs the self-test on the built page and preload with a fake Electron: once intact, then with one fault at a time.

vi.mock('electron', () => import('../testing/fake-electron.ts'))

const root = join(import.meta.dirname, '../../..')
const keychain = { getPassword: vi.fn(), setPassword: vi.fn(), deletePassword: vi.fn() }
let work: string
let file: string
/** The lines printed so far. */
let printed: string[]

beforeEach(() => {
  work = testFolder()
  mkdirSync(join(work, 'tmp'))
  vi.stubEnv('TMPDIR', join(work, 'tmp'))
  file = join(work, 'report.json')
  writeFileSync(join(work, 'binary'), Buffer.from([0, 1, 2]))
  Object.assign(app, { isPackaged: true })
  printed = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => printed.push(String(line)) > 0)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  app.removeAllListeners()
  seen.windows.length = 0
  seen.protocolHandlers.clear()
  seen.invokeHandlers.clear()
  seen.exitCode = undefined
})

function optionsWith(changes: Partial<SelfTestOptions> = {}): SelfTestOptions {
  return {
    paths: {
      page: join(root, 'out/renderer'),
      preload: join(root, 'out/preload/index.cjs'),
      icon: join(root, 'resources/icon.png'),
      worker: join(root, 'out/main/worker.js'),
    },
    fetchWith: (certificates) => createNodeFetch({ certificates }),
    loadKeychain: async () => keychain,
    isSandboxed: async () => true,
    ...changes,
  }
}

/** Runs the self-test and reads its report. */
async function selfTest(changes: Partial<SelfTestOptions> = {}) {
  await runSelfTest(file, optionsWith(changes))
  const text = readFileSync(file, 'utf8')
  const report = JSON.parse(text) as SelfTestReport
  const results = Object.fromEntries(report.checks.map(({ name, result }) => [name, result]))
  const details = Object.fromEntries(report.checks.map(({ name, detail }) => [name, detail]))
  return { text, report, results, details, exitCode: seen.exitCode }
}

/** Serves every file of the page with modified headers. */
function serveWith(change: (headers: Headers) => void): void {
  const set = seen.protocolHandlers.set.bind(seen.protocolHandlers)
  vi.spyOn(seen.protocolHandlers, 'set').mockImplementation((scheme, handler) =>
    set(scheme, async (request) => {
      const answer = await handler(request)
      change(answer.headers)
      return answer
    }),
  )
}

const names = [
  ...['database', 'worker', 'keychain', 'start', 'page', 'preload', 'content-security-policy'],
  ...['screens', 'sandbox', 'bridge', 'demo', 'network', 'end'],
]
const policy = 'content-security-policy'

describe('self-test', () => {
  it('passes if nothing is broken', async () => {
    const { report, results, exitCode } = await selfTest()
    expect(results).toEqual(Object.fromEntries(names.map((name) => [name, 'passed'])))
    expect(report).toMatchObject({ ok: true, packaged: true, version: '0.0.0' })
    expect(report.node).toBe(process.versions.node)
    expect(exitCode).toBe(0)
  })

  it('reports which keys of a policy apply, without their values', async () => {
    const source = { path: '/etc/latchkey/policy.json', hash: 'c0ffee' }
    const policy = { values: { organization: 'Example' }, source, problems: [] }
    const { report, text } = await selfTest({ policy })
    const summary = { hash: 'c0ffee', keys: ['organization'], problems: [], isUnreadable: false }
    expect(report.policy).toEqual(summary)
    expect(text).not.toContain('Example')
  })

  it('leaves the keychain, a running Latchkey, and the screen untouched', async () => {
    const lock = vi.spyOn(app, 'requestSingleInstanceLock')
    const links = vi.spyOn(app, 'setAsDefaultProtocolClient')
    const { exitCode } = await selfTest()
    expect(exitCode).toBe(0)
    for (const call of Object.values(keychain)) expect(call).not.toHaveBeenCalled()
    expect(seen.switches).toEqual(expect.arrayContaining(['use-mock-keychain', 'password-store']))
    for (const call of [lock, links]) expect(call).not.toHaveBeenCalled()
    seen.windows[0]!.emit('ready-to-show')
    expect(seen.windows[0]!.options.show).toBe(false)
    expect(seen.windows[0]!.visible).toBe(false)
    expect([seen.errors, seen.questions]).toEqual([[], []])
  })

  it('works in a temporary folder and removes it', async () => {
    await selfTest()
    expect(app.getPath('userData')).toMatch(join(work, 'tmp', 'latchkey-self-test-'))
    expect(readdirSync(join(work, 'tmp'))).toEqual([])
  })

  it("doesn't identify the user or the computer", async () => {
    const leaking = () => Promise.reject(new Error(`${homedir()} ${hostname()} ${file}`))
    const personal = [
      homedir(),
      hostname(),
      userInfo().username,
      work,
      '/home/',
      '/tmp',
      '127.0.0.1',
    ]
    for (const changes of [{}, { loadKeychain: leaking, fetchWith: () => leaking }]) {
      const { text } = await selfTest(changes)
      for (const word of personal) expect(text).not.toContain(word)
    }
  })

  it("passes without a package and reports that it isn't packaged", async () => {
    Object.assign(app, { isPackaged: false })
    const { report, exitCode } = await selfTest()
    expect([report.ok, report.packaged, exitCode]).toEqual([true, false, 0])
  })

  it('skips the sandbox check if the sandbox is turned off', async () => {
    process.argv.push('--no-sandbox')
    onTestFinished(() => void process.argv.pop())
    const { report, results, exitCode } = await selfTest({ isSandboxed: async () => false })
    expect(results.sandbox).toBe('skipped')
    expect([report.ok, exitCode]).toEqual([true, 0])
    expect(printed).toContain('sandbox skipped: Turned off at startup (--no-sandbox).\n')
  })

  it('fails if the sandbox is missing', async () => {
    const { results, exitCode } = await selfTest({ isSandboxed: async () => false })
    expect([results.sandbox, results.network, exitCode]).toEqual(['failed', 'passed', 1])
  })

  it('fails if the page does not load, and skips dependent checks', async () => {
    const { paths } = optionsWith()
    const { results, report, details, exitCode } = await selfTest({
      paths: { ...paths, page: work },
    })
    expect(results).toMatchObject({
      ...{ start: 'passed', page: 'failed', preload: 'skipped', screens: 'skipped' },
      ...{ [policy]: 'skipped', bridge: 'skipped', demo: 'skipped', network: 'passed' },
    })
    expect(details.page).toBe('Chromium couldn’t load it (-379).')
    expect([report.ok, exitCode]).toEqual([false, 1])
    expect(printed.at(-1)).toBe(`Self-test failed. Report: ${file}\n`)
    expect(printed.join('')).toContain('page failed: Chromium couldn’t load it (-379).\n')
  })

  it("fails if the page's script is missing", async () => {
    const page = join(work, 'page')
    mkdirSync(page)
    copyFileSync(join(root, 'out/renderer/index.html'), join(page, 'index.html'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const run = vi.spyOn(FakePage.prototype, 'run')
    const { paths } = optionsWith()
    const running = selfTest({ paths: { ...paths, page } })
    await vi.waitUntil(() => run.mock.calls.some(([code]) => code.includes('childElementCount')))
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    const { details, exitCode } = await running
    expect(details.screens).toBe('Not finished after 30 seconds.')
    expect(exitCode).toBe(1)
  })

  it.each([
    ['that throws an error', 'throw new Error("broken")'],
    [
      'that exposes too much',
      `require('electron').contextBridge.exposeInMainWorld('latchkey', { invoke() {}, on() {}, pathOf() {}, send() {} })`,
    ],
    [
      'that exposes Node',
      `const { exposeInMainWorld } = require('electron').contextBridge
       exposeInMainWorld('latchkey', { invoke() {}, on() {}, pathOf() {} })
       exposeInMainWorld('process', {})`,
    ],
  ])('fails with a preload %s', async (_, code) => {
    const preload = join(work, 'preload.cjs')
    writeFileSync(preload, code)
    const { paths } = optionsWith()
    const { results, exitCode } = await selfTest({ paths: { ...paths, preload } })
    expect(results).toMatchObject({ page: 'passed', preload: 'failed', bridge: 'skipped' })
    expect(exitCode).toBe(1)
  })

  it.each([
    ['is missing', (headers: Headers) => headers.delete(policy), 'without a policy'],
    [
      'is weaker',
      (headers: Headers) => headers.set(policy, "script-src 'self' 'unsafe-eval'"),
      'a different policy',
    ],
  ])("fails if the page's policy %s", async (_, change, detail) => {
    serveWith(change)
    const { details, results, exitCode } = await selfTest()
    expect(results[policy]).toBe('failed')
    expect(details[policy]).toMatch(detail)
    expect(exitCode).toBe(1)
  })

  it('fails if the policy is sent but not enforced', async () => {
    const { run } = FakePage.prototype
    vi.spyOn(FakePage.prototype, 'run').mockImplementation(function (this: FakePage, code) {
      return code.includes('new Function') ? Promise.resolve(true) : run.call(this, code)
    })
    const { details, exitCode } = await selfTest()
    expect(details[policy]).toMatch('text can be run as code')
    expect(exitCode).toBe(1)
  })

  it.each([
    [
      'a different page',
      'location.origin',
      'https://evil.example',
      'page',
      'shows a different page',
    ],
    [
      'a different event',
      "latchkey.on('settings'",
      'light',
      'bridge',
      'received a different event',
    ],
  ])('fails if it finds %s', async (_, code, answer, check, detail) => {
    const { run } = FakePage.prototype
    vi.spyOn(FakePage.prototype, 'run').mockImplementation(function (this: FakePage, asked) {
      return asked.includes(code) ? Promise.resolve(answer) : run.call(this, asked)
    })
    const { details, exitCode } = await selfTest()
    expect(details[check]).toMatch(detail)
    expect(exitCode).toBe(1)
  })

  it('fails if an unknown token is accepted', async () => {
    const { fetchWith } = optionsWith()
    const { details, exitCode } = await selfTest({
      fetchWith: (certificates) => {
        const fetch = fetchWith(certificates)
        return async (input, init) => {
          const isNobody = new Headers(init?.headers).get('private-token') === 'unknown'
          return isNobody ? Response.json({ id: 1 }) : fetch(input, init)
        }
      },
    })
    expect(details.network).toBe('A request with an unknown token wasn’t answered as expected.')
    expect(exitCode).toBe(1)
  })

  it('fails if the bridge returns a wrong response', async () => {
    const set = seen.invokeHandlers.set.bind(seen.invokeHandlers)
    vi.spyOn(seen.invokeHandlers, 'set').mockImplementation((channel) =>
      set(channel, () => ({ ok: false, failure: { kind: 'invalid', message: '' } })),
    )
    const { details, results, exitCode } = await selfTest()
    expect(details.bridge).toBe('settings.set failed: invalid.')
    expect(results.demo).toBe('skipped')
    expect(exitCode).toBe(1)
  })

  it('fails if the demo is unreachable', async () => {
    const refused = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'))
    const { details, results, exitCode } = await selfTest({ fetchWith: () => refused })
    expect(results).toMatchObject({ bridge: 'passed', demo: 'failed', network: 'failed' })
    expect(details.network).toMatch('Error (net::ERR_CONNECTION_REFUSED)')
    expect(exitCode).toBe(1)
  })

  it('fails if a write is lost', async () => {
    const { fetchWith } = optionsWith()
    const { results, details, exitCode } = await selfTest({
      fetchWith: (certificates) => {
        const fetch = fetchWith(certificates)
        return (input, init) =>
          fetch(input, init?.method === 'PUT' ? { ...init, body: '{"message":"x"}' } : init)
      },
    })
    expect([results.demo, results.network]).toEqual(['failed', 'failed'])
    expect(details.network).toBe('A write wasn’t answered as expected.')
    expect(exitCode).toBe(1)
  })

  it('fails if keytar is not installed', async () => {
    const loadKeychain = () =>
      Promise.reject(Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' }))
    const { results, details, exitCode } = await selfTest({ loadKeychain })
    expect([results.keychain, results.end]).toEqual(['failed', 'passed'])
    expect(details.keychain).toMatch('it isn’t installed.')
    expect(exitCode).toBe(1)
  })

  it('fails and still exits if Electron does not start', async () => {
    vi.spyOn(app, 'whenReady').mockReturnValue(new Promise(() => undefined))
    const { results, exitCode } = await selfTest({ limitMs: 50 })
    expect(results).toMatchObject({ start: 'failed', page: 'skipped', network: 'skipped' })
    expect(exitCode).toBe(1)
  })

  it.each([
    ['the page crashes', () => app.emit('render-process-gone', {}, {}, { reason: 'crashed' })],
    [
      'an error is uncaught',
      () => process.listeners('uncaughtException').at(-1)!(new TypeError(), 'uncaughtException'),
    ],
  ])('fails if %s outside the checks', async (_, happen) => {
    const loadKeychain = async () => {
      happen()
      return keychain
    }
    const { results, details, exitCode } = await selfTest({ loadKeychain })
    expect(results).toMatchObject({ network: 'passed', end: 'failed' })
    expect(details.end).toMatch(/crashed|TypeError/)
    expect(exitCode).toBe(1)
  })

  it("replaces an earlier report even if it can't start", async () => {
    writeFileSync(file, JSON.stringify({ checks: [], ok: true }))
    vi.stubEnv('TMPDIR', join(work, 'missing'))
    const { report, exitCode } = await selfTest()
    expect([report.ok, exitCode]).toEqual([false, 1])
  })

  it('ignores errors after it has finished', async () => {
    const count = () => process.listenerCount('uncaughtException')
    const before = [count(), process.listenerCount('unhandledRejection')]
    await selfTest()
    expect([count(), process.listenerCount('unhandledRejection')]).toEqual(before)
  })

  it("doesn't pass if it is quit early", async () => {
    const quitting = { preventDefault: vi.fn() }
    const exit = vi.spyOn(app, 'exit')
    const atQuit = Promise.withResolvers<unknown[]>()
    const loadKeychain = async () => {
      app.emit('before-quit', quitting)
      const { ok } = JSON.parse(readFileSync(file, 'utf8')) as SelfTestReport
      atQuit.resolve([ok, readdirSync(join(work, 'tmp')), ...exit.mock.calls])
      return keychain
    }
    await runSelfTest(file, optionsWith({ loadKeychain }))
    expect(await atQuit.promise).toEqual([false, [], [1]])
    expect(quitting.preventDefault).toHaveBeenCalled()
  })

  it.each([
    ['no file is given', () => undefined],
    ['the folder is missing', () => join(work, 'missing/report.json')],
    ['the file is a folder', () => work],
    ['the file has other content', () => join(work, 'binary')],
  ])("reports that it couldn't write a report if %s", async (_, path) => {
    const before = readFileSync(join(work, 'binary'))
    await runSelfTest(path(), optionsWith())
    expect(seen.exitCode).toBe(2)
    expect(seen.windows).toEqual([])
    expect(printed.join('')).toMatch(/self-test/)
    expect(readFileSync(join(work, 'binary'))).toEqual(before)
  })

  it('fails if the report can no longer be written', async () => {
    const loadKeychain = async () => {
      rmSync(file)
      mkdirSync(file)
      return keychain
    }
    await runSelfTest(file, optionsWith({ loadKeychain }))
    expect(seen.exitCode).toBe(2)
    expect(readdirSync(join(work, 'tmp'))).toEqual([])
  })
})
