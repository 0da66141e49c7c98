import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import { authorizeAs } from '../../../../sandbox/testing/oauth.ts'
import type { Account, AccountsSnapshot } from '../../../../shared/operations/accounts.ts'
import type { StartedSignIn } from '../../../../shared/operations/browser-sessions.ts'
import { startServer } from '../../../testing/http-server.ts'
import { casesOf, isFull } from '../../../testing/proof.ts'
import { type AppProcess, startAppProcess } from '../../../testing/start-app-process.ts'
import { openStart, openTab } from '../testing/browser.ts'

// Sends SIGKILL at each step of replacing a token with a session, and then replaces it again. The instance has one
// application of the user, and Latchkey one account, which is signed in.

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** When the process is killed. */
type Step =
  /** With a request, before the instance gets it or before Latchkey gets its response. */
  | { request: number; when: 'before' | 'after' }
  /** While the session is being saved. */
  | { milliseconds: number }

/** The requests of a replacement, counted in a run without a kill. */
const requestCount = 6
const steps: Step[] = [
  ...Array.from({ length: requestCount }, (_, request) =>
    (['before', 'after'] as const).map((when) => ({ request, when })),
  ).flat(),
  ...[0, 2, 5, 10, 20, 40].map((milliseconds) => ({ milliseconds })),
]

interface Stage {
  sandbox: Sandbox
  url: string
  folder: string
  /** Decides about each request, by its number. */
  onRequest: (request: number) => 'forward' | 'kill-before' | 'kill-after'
  /** Starts to count at 0. */
  startCounting(): void
  requests(): number
  kill(): Promise<void>
  app: AppProcess
}

async function startStage(): Promise<Stage> {
  const sandbox = await startSandbox({ users: 5, flavor: 'gitlab', version: '19' })
  cleanups.push(() => sandbox.stop())
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-kills-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  let count = 0
  const proxy = await startServer(async ({ method, url, headers, body }, response) => {
    const fate = stage.onRequest(count)
    count += 1
    if (fate === 'kill-before') await stage.kill()
    else {
      const passed = await fetch(`${sandbox.url}${url}`, {
        method,
        headers: Object.fromEntries(
          ['private-token', 'authorization', 'content-type'].flatMap((name) =>
            headers[name] === undefined ? [] : [[name, String(headers[name])]],
          ),
        ),
        ...(body && { body }),
      })
      const text = await passed.text()
      if (fate === 'kill-after') await stage.kill()
      response.writeHead(passed.status, { 'content-type': 'application/json' })
      response.write(text)
    }
    response.end()
  })
  cleanups.push(() => proxy.stop())
  const stage: Stage = {
    sandbox,
    url: proxy.url,
    folder,
    onRequest: () => 'forward',
    startCounting: () => void (count = 0),
    requests: () => count,
    kill: () => stage.app.kill(),
    app: startAppProcess(folder),
  }
  cleanups.push(() => stage.app.kill())
  return stage
}

/** Replaces the token with a session, unless the process ends before. */
async function replaceToken(
  { app, sandbox, url }: Stage,
  account: Account,
  beforeAccept: () => void = () => undefined,
): Promise<void> {
  const started = await app.value<StartedSignIn>(
    'browserSessions.startOwn',
    { way: 'browser' },
    account.id,
  )
  if (!started) return
  const waiting = app.invoke('browserSessions.wait', { id: started.id })
  try {
    const page = await openStart(started)
    await openTab(await authorizeAs(page.replace(url, sandbox.url), account.user.username))
  } catch {
    // The process has ended.
    return
  }
  await waiting
  beforeAccept()
  await app.invoke('browserSessions.accept', { id: started.id })
}

async function killAt(stage: Stage, account: Account, step: Step): Promise<void> {
  stage.startCounting()
  if ('request' in step) {
    stage.onRequest = (request) => (request === step.request ? `kill-${step.when}` : 'forward')
    return replaceToken(stage, account)
  }
  let killed: Promise<void> | undefined
  await replaceToken(stage, account, () => {
    killed = delay(step.milliseconds).then(() => stage.kill())
  })
  await killed
}

describe('replacing a token with a session', () => {
  it.each(casesOf(steps, 2))(
    'leaves one application and one account after a kill at %j',
    async (step) => {
      const stage = await startStage()
      const { sandbox, url } = stage
      const added = await stage.app.value<Account>('accounts.add', {
        baseUrl: url,
        token: sandbox.tokens.user,
        allowHttp: true,
      })
      await killAt(stage, added!, step)
      stage.onRequest = () => 'forward'
      await stage.kill()

      stage.app = startAppProcess(stage.folder)
      const before = await stage.app.value<AccountsSnapshot>('accounts.list', {})
      const [account, ...others] = before!.accounts
      expect(others).toEqual([])
      if (!account!.session) await replaceToken(stage, account!)
      const refreshed = await stage.app.invoke('accounts.refresh', { id: added!.id })
      expect(refreshed).toMatchObject({ ok: true, value: { session: expect.anything() } })
      const applications = await fetch(`${sandbox.url}/api/v4/user/applications`, {
        headers: { 'private-token': sandbox.tokens.user },
      })
      expect(await applications.json()).toHaveLength(1)
    },
  )

  it.runIf(isFull)(`sends ${requestCount} requests`, async () => {
    const stage = await startStage()
    const { sandbox, url } = stage
    const added = await stage.app.value<Account>('accounts.add', {
      baseUrl: url,
      token: sandbox.tokens.user,
    })
    stage.startCounting()
    await replaceToken(stage, added!)
    expect(stage.requests()).toBe(requestCount)
  })
})
