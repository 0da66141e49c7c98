import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findFirefox } from '../../scripts/lib/firefox.ts'
import { type Command, connect } from './webdriver-bidi.ts'

/** A Firefox page under a test’s control. */
export interface FirefoxPage {
  open(url: string): Promise<void>
  /** Waits for an element with this role and exact accessible name. */
  waitFor(role: string, name: string): Promise<void>
  /** Clicks the element with this role and name with the mouse. */
  click(role: string, name: string): Promise<void>
  /** Focuses a field that has no role, such as one for a secret. */
  focus(selector: string): Promise<void>
  /** Types into the focused field. */
  type(text: string): Promise<void>
  waitForText(text: string): Promise<void>
  /** Evaluates a parameterless function in the page, passed as source text. */
  run(functionDeclaration: string): Promise<void>
  /** Console errors and warnings, exceptions, and policy violations. */
  complaints: string[]
}

export interface Firefox {
  page: FirefoxPage
  close(): Promise<void>
}

// The machine may be offline, and Firefox’s own requests aren’t part of the test.
const preferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.locale.requested': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9',
  'ui.prefersReducedMotion': 1,
}

/** Starts the system’s Firefox headless, with a profile in this empty folder. */
export async function startFirefox(profile: string): Promise<Firefox> {
  const program = findFirefox()
  if (!program) throw new Error('Firefox is missing: node scripts/testing-tools.ts installs it.')
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const { send, onEvent, close } = await connect(`${await addressOf(child.stderr)}/session`)
  await send('session.new', { capabilities: {} })
  return {
    page: await openPage(send, onEvent),
    async close() {
      await send('browser.close', {})
      await ended
      close()
    },
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const [, address] = /WebDriver BiDi listening on (\S+)/.exec(text) ?? []
    if (!address) continue
    return address
  }
  throw new Error(`Firefox ended: ${text}`)
}

async function openPage(
  send: Command,
  onEvent: Awaited<ReturnType<typeof connect>>['onEvent'],
): Promise<FirefoxPage> {
  const complaints: string[] = []
  onEvent('log.entryAdded', ({ level, text }) => {
    if (level === 'error' || level === 'warn') complaints.push(String(text))
  })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = (contexts as { context: string }[])[0]!

  async function find(role: string, name: string): Promise<object> {
    const locator = { type: 'accessibility', value: { role, name } }
    return poll(`${role} “${name}”`, async () => {
      const { nodes } = await send('browsingContext.locateNodes', { context, locator })
      return (nodes as object[])[0]
    })
  }

  async function call<Result>(functionDeclaration: string, ...args: object[]): Promise<Result> {
    const { result } = await send('script.callFunction', {
      functionDeclaration,
      arguments: args,
      target: { context },
      awaitPromise: true,
    })
    return (result as { value: Result }).value
  }

  async function poll<Found>(what: string, look: () => Promise<Found | undefined>) {
    let found: Found | undefined
    try {
      await expect.poll(async () => (found = await look()), { timeout: 120_000 }).toBeTruthy()
    } catch (cause) {
      const bodyText = await call<string>('() => document.body.innerText')
      const text = `Firefox shows no ${what}, but:\n${bodyText}\n${complaints.join('\n')}`
      throw new Error(text, { cause })
    }
    return found!
  }

  return {
    complaints,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async waitFor(role, name) {
      await find(role, name)
    },
    async click(role, name) {
      const element = await find(role, name)
      await call(`(it) => it.scrollIntoView({ block: 'center' })`, element)
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      })
    },
    async focus(selector) {
      await call('(it) => document.querySelector(it).focus()', { type: 'string', value: selector })
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keyboard', actions }],
      })
    },
    async run(functionDeclaration) {
      await call(functionDeclaration)
    },
    async waitForText(text) {
      await poll(`“${text}”`, () =>
        call<boolean>('(text) => document.body.innerText.includes(text)', {
          type: 'string',
          value: text,
        }),
      )
    },
  }
}
