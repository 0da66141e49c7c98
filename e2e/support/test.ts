import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type Locator, type Page, test as base, expect } from '@playwright/test'
import type { Settings } from '../../src/shared/operations/settings.ts'
import { type Keyring, type KeyringOptions, startKeyring } from '../../scripts/lib/keyring.ts'
import type { AppWindow, LaunchOptions } from './app.ts'
import { launchBrowser, startChromium } from './browser-host.ts'
import { type TestClock, startClock } from './clock.ts'
import { launchElectron } from './electron-host.ts'
import { invoke } from './invoke.ts'
import { type SandboxOptions, type TestSandbox, toFlags, startTestSandbox } from './sandbox.ts'
import { filesContaining } from './secrets.ts'
import { slowDown } from './slow.ts'
import { type PageWatch, watchPage } from './watch.ts'

type OpenOptions = Partial<Omit<LaunchOptions, 'data' | 'chromium'>>

/** Latchkey under a test’s control. */
export interface App {
  host: 'browser' | 'electron'
  page: Page
  data: string
  /** Reads the saved settings. */
  settings(): Partial<Settings>
  /** Console errors the test expects, for example after stopping the host. */
  allowedConsoleErrors: RegExp[]
  /** Opens Latchkey with the test’s data folder; a second call reopens it. */
  open(options?: OpenOptions): Promise<Page>
  /** Opens Latchkey already signed in, which is faster than using the form. Defaults to the ordinary user. */
  openSignedIn(sandbox: TestSandbox, token?: string, options?: OpenOptions): Promise<Page>
  close(): Promise<void>
  /** Reads the clipboard’s text. */
  clipboard(): Promise<string>
  /** Fills in and submits the open sign-in form. */
  signIn(sandbox: TestSandbox, token?: string): Promise<void>
  /** Fills in and submits the open new-token form. */
  replaceToken(token: string): Promise<void>
  /** Fails the test if the page has serious accessibility violations. */
  expectAccessible(): Promise<void>
  /** Everything the test’s hosts have printed. */
  output(): string
}

/** Options for a project or spec. */
export interface Options {
  keyringOptions: KeyringOptions
  /** How the sandbox behaves; by default, like GitLab without faults. */
  sandboxOptions: SandboxOptions
  /** The ISO time at which a test starts. Defaults to `LATCHKEY_TEST_TIME` or else the computer’s time. */
  time: string | undefined
  /** Non-default settings for a user who’s already signed in. */
  settings: Partial<Settings>
}

interface Fixtures extends Options {
  clock: TestClock
  folder: string
  keyring: Keyring
  sandbox: TestSandbox
  otherSandbox: TestSandbox
  app: App
}

const onlyLinux = 'Tests have their own keychain only on Linux.'

/** Marks a test variant that only `npm run e2e` runs, like ` @full` in a title. */
export const variant = (isFullOnly: boolean) => ({ tag: isFullOnly ? '@full' : [] })

/** Fixtures that one worker’s tests share. */
interface WorkerFixtures {
  /** Whether tests need a Chromium with real notifications and a real clipboard; see `findWholeChromium`. */
  wholeChromium: boolean
  chromium(): Promise<Browser>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  wholeChromium: [false, { option: true, scope: 'worker' }],

  chromium: [
    async ({ wholeChromium: whole }, use) => {
      let started: Promise<Browser> | undefined
      await use(() => (started ??= startChromium({ whole })))
      await (await started)?.close()
    },
    { scope: 'worker' },
  ],

  keyringOptions: [{}, { option: true }],
  sandboxOptions: [{}, { option: true }],
  time: [process.env.LATCHKEY_TEST_TIME, { option: true }],
  // The shortest undo period keeps tests fast.
  settings: [{ undoSeconds: 5 }, { option: true }],

  clock: async ({ time }, use) => {
    await use(startClock(time))
  },

  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  keyring: async ({ keyringOptions }, use, { skip }) => {
    const isLinux = process.platform === 'linux'
    skip(!isLinux && Object.keys(keyringOptions).length > 0, onlyLinux)
    const keyring = await startKeyring(keyringOptions)
    const lock = async () => skip(true, onlyLinux)
    await use(isLinux ? keyring : { ...keyring, lock })
    await keyring.stop()
  },

  sandbox: async ({ folder, sandboxOptions, clock: { now } }, use) => {
    const flags = toFlags(sandboxOptions)
    const sandbox = await startTestSandbox(join(folder, 'sandbox'), { flags, now })
    await use(sandbox)
    await sandbox.stop()
  },

  otherSandbox: async ({ folder, clock: { now } }, use) => {
    const sandbox = await startTestSandbox(join(folder, 'other-sandbox'), { seed: 2, now })
    await use(sandbox)
    await sandbox.stop()
  },

  app: async ({ folder, keyring, chromium, clock, settings }, use, { project }) => {
    const data = join(folder, 'data')
    const allowedConsoleErrors: RegExp[] = []
    const tokens = new Set<string>()
    const watches: PageWatch[] = []
    const outputs: string[] = []
    let window: AppWindow | undefined
    const { host } = project.metadata as Pick<App, 'host'>
    const app: App = {
      host,
      get page() {
        return window!.page
      },
      data,
      settings: () => JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8')),
      allowedConsoleErrors,
      async open(options = {}) {
        await app.close()
        const launch = host === 'electron' ? launchElectron : launchBrowser
        window = await launch({
          data,
          env: { ...keyring.env, ...clock.env() },
          flags: [],
          chromium,
          ...options,
          async beforeOpen(page) {
            watches.push(await watchPage(page))
            if (process.env.LATCHKEY_SLOW) await slowDown(page)
            await options.beforeOpen?.(page)
            // Comes after Playwright’s own clock, which takes precedence.
            await clock.set(page.context())
          },
        })
        return window.page
      },
      async openSignedIn(sandbox, token = sandbox.tokens.user, options = {}) {
        tokens.add(token)
        const page = await app.open({ ...options, account: { baseUrl: sandbox.url, token } })
        await expectSignedIn(page)
        if (Object.keys(settings).length > 0) await invoke(page, 'settings.set', settings)
        return page
      },
      async close() {
        if (!window) return
        const { output } = window
        await window.close()
        window = undefined
        outputs.push(output())
      },
      clipboard: () => window!.clipboard(),
      async signIn(sandbox, token = sandbox.tokens.user) {
        tokens.add(token)
        await signIn(app.page, sandbox.url, token)
      },
      async replaceToken(token) {
        tokens.add(token)
        await app.page.getByLabel('New access token', { exact: true }).fill(token)
        await app.page.getByRole('button', { name: 'Save new token' }).click()
        await expect(app.page.getByLabel('New access token', { exact: true })).toHaveCount(0)
      },
      async expectAccessible() {
        // Screens may scroll, but the window with its sidebar never does.
        const hiddenHeight = () =>
          app.page.evaluate(() => document.documentElement.scrollHeight - globalThis.innerHeight)
        expect(await hiddenHeight()).toBeLessThanOrEqual(0)
        const isLoaded = await app.page.evaluate(() => 'axe' in globalThis)
        const { violations } = await new AxeBuilder({
          page: app.page,
          // axe is half a megabyte, so each page loads it only once.
          ...(isLoaded ? { axeSource: ';' } : {}),
        })
          .setLegacyMode()
          .options({ resultTypes: ['violations'] })
          .analyze()
        const serious = violations.filter(
          ({ impact }) => impact === 'serious' || impact === 'critical',
        )
        expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      },
      output: () => outputs.join('') + (window?.output() ?? ''),
    }
    await use(app)
    await app.close()
    const complaints = watches.flatMap((seen) => seen.complaints)
    expect(
      complaints.filter((text) => !allowedConsoleErrors.some((pattern) => pattern.test(text))),
    ).toEqual([])
    const secrets = [...tokens]
    const answers = await Promise.all(watches.flatMap((seen) => seen.answers))
    expect(answers.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
    expect(filesContaining(data, secrets)).toEqual([])
    expect(secrets.filter((secret) => outputs.join('').includes(secret))).toEqual([])
  },
})

export { expect }

/** Fills in and submits the sign-in form. */
export async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.getByLabel('GitLab URL').fill(url)
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A screen’s main heading. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

/** Opens a screen by its path, as an external link does. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${path}`)
}

/** Waits until the user is signed in and a screen is shown. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(
    page.getByRole('heading', { level: 1, name: /^(Sign in|Add account)$/ }),
  ).toHaveCount(0)
}
