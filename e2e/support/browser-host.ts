import { type Browser, chromium } from '@playwright/test'
import type { Envelope } from '../../src/shared/rules/failure.ts'
import { findChromium, findWholeChromium } from '../../scripts/lib/chromium.ts'
import { enter, postJson } from '../../src/serve/testing/test-page.ts'
import type { AppWindow, LaunchOptions } from './app.ts'
import { type RunningProgram, startProgram } from './process.ts'

export const timezoneId = 'Europe/Berlin'
export const locale = 'en-GB'
export const standardSize = { width: 1280, height: 800 }

// The machine may be offline. Without the first flags, Chromium tries to reach its own services on every start.
const chromiumFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Pages live only for seconds, so GPU rendering and JIT-optimized code cost more than they save.
  '--disable-gpu',
  '--js-flags=--max-lazy,--no-opt',
]

export function startChromium({ whole = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: whole ? findWholeChromium() : findChromium(),
    args: process.getuid?.() === 0 ? [...chromiumFlags, '--no-sandbox'] : chromiumFlags,
  })
}

/** Starts the browser host, and opens the URL it prints in a new profile. */
export async function launchBrowser(options: LaunchOptions): Promise<AppWindow> {
  const { data, env, flags, account, starter, viewport = standardSize, colorScheme } = options
  // The host and its page share a computer and therefore a time zone.
  const host = startProgram(
    'out/main/serve.js',
    ['--no-open', '--port', '0', '--data', data, ...flags],
    {
      TZ: timezoneId,
      // English, whatever the system language.
      LC_ALL: 'C.UTF-8',
      LATCHKEY_CLONES: '1',
      ...env,
    },
    starter,
  )
  const [, url] = await host.waitForOutput(/Latchkey is running at (\S+)/)
  const browser = await options.chromium()
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale,
    timezoneId,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await options.beforeOpen?.(page)
  await page.goto(account ? await addAccount(host, url!, account) : url!)
  return {
    page,
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    output: host.output,
    async close() {
      await context.close()
      await host.stop()
    },
  }
}

/** Adds an account using the first URL’s key; returns a new URL, printed after Enter is pressed in the terminal. */
export async function addAccount(
  host: RunningProgram,
  url: string,
  account: object,
): Promise<string> {
  const headers = await enter(url)
  const call = { name: 'accounts.add', input: account }
  const answer = await postJson(`${new URL(url).origin}/invoke`, call, headers)
  const added = (await answer.json()) as Envelope
  if (!added.ok) throw new Error(`The account was not added: ${added.failure.message}`)
  host.pressEnter()
  const [, next] = await host.waitForOutput(/#key=[\s\S]*\s(http:\S+#key=\S+)\s/)
  return next!
}
