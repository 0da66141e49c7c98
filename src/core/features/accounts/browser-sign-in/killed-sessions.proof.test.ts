import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../../sandbox/seed/random.ts'
import { startSandbox } from '../../../../sandbox/start.ts'
import { authorizeAs, registerApplication } from '../../../../sandbox/testing/oauth.ts'
import type { Account, AccountsSnapshot } from '../../../../shared/operations/accounts.ts'
import type { StartedSignIn } from '../../../../shared/operations/browser-sessions.ts'
import { startLossyProxy } from '../../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { isFull } from '../../../testing/proof.ts'
import { type AppProcess, startAppProcess } from '../../../testing/start-app-process.ts'
import { openStart, openTab } from '../testing/browser.ts'

// Sends SIGKILL at random moments while a session is refreshed with almost every request. Afterwards the account is signed
// in, or asks to sign in again and then has everything it had. No refresh token is sent twice.

const kills = Number(process.env['LATCHKEY_KILLS'] ?? 200)
const username = 'ines'
/** Short enough to end before the next kill. */
const lifetimeMs = 400
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

describe.runIf(isFull)('session', () => {
  it(
    'survives kills at any moment, or asks for a new sign-in',
    async () => {
      const sandbox = await startSandbox({
        users: 20,
        flavor: 'gitlab',
        oauthLifetime: lifetimeMs / 1000,
      })
      cleanups.push(() => sandbox.stop())
      const { clientId } = await registerApplication(sandbox)
      const proxy = await startLossyProxy(sandbox.url)
      cleanups.push(() => proxy.stop())
      const folder = mkdtempSync(join(tmpdir(), 'latchkey-kills-'))
      cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
      const random = createRandom('sessions')
      const counts = { signedIn: 0, lost: 0 }

      async function signIn(app: AppProcess, account?: string): Promise<Account> {
        const request = { baseUrl: proxy.url, clientId, admin: false, way: 'browser', account }
        const started = await app.value<StartedSignIn>('browserSessions.start', request)
        const waiting = app.invoke('browserSessions.wait', { id: started!.id })
        const page = await openStart(started!)
        await openTab(await authorizeAs(page.replace(proxy.url, sandbox.url), username))
        await waiting
        const signedIn = await app.invoke('browserSessions.accept', { id: started!.id })
        if (!signedIn?.ok) expect.fail(JSON.stringify(signedIn))
        return signedIn.value as Account
      }

      let app = startAppProcess(folder)
      const { id } = await signIn(app)
      const seen = { username: 'maya.lindqvist', name: 'Maya Lindqvist', state: 'active' }
      const deletion = { action: 'delete', id: 2, seen, confirmed: seen.username }
      const queued = await app.invoke('queue.enqueue', deletion, id)
      if (!queued?.ok) expect.fail(JSON.stringify(queued))

      for (let kill = 0; kill < kills; kill += 1) {
        await delay(lifetimeMs)
        const calls = Array.from({ length: 1 + random.below(3) }, () =>
          app.invoke('accounts.refresh', { id }),
        )
        await delay(random.below(30))
        await app.kill()
        await Promise.all(calls)
        app = startAppProcess(folder)
        const answer = await app.invoke('accounts.refresh', { id })
        if (answer?.ok) counts.signedIn += 1
        else {
          expect(answer?.failure.reason, JSON.stringify(answer)).toBe('token-lost')
          counts.lost += 1
          await signIn(app, id)
        }
        const { accounts } = (await app.value<AccountsSnapshot>('accounts.list', {}))!
        expect(accounts.map((account) => account.id)).toEqual([id])
        const queue = await app.value<{ items: { user: { id: number } }[] }>('queue.list', {}, id)
        expect(queue?.items).toHaveLength(1)
      }
      await app.kill()
      const sent = proxy.requests
        .filter(({ url }) => url === '/oauth/token')
        .map(({ body }) => new URLSearchParams(body).get('refresh_token'))
        .filter((token) => token !== null)
      expect(new Set(sent).size).toBe(sent.length)
      console.log(
        `\nproof: sessions, kill -9: ${kills} kills, ${counts.signedIn} signed in, ${counts.lost} asked for a new sign-in, ${sent.length} refreshes, 0 sent twice`,
      )
    },
    60 * 60_000,
  )
})
