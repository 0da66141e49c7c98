import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type {
  BrowserSignInInput,
  StartedSignIn,
} from '../../../../shared/operations/browser-sessions.ts'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { authorizeAs, registerApplication } from '../../../../sandbox/testing/oauth.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

/** A user with a browser, who signs in to a sandbox. */
export interface TestUser {
  latchkey: TestLatchkey
  sandbox: Sandbox
  clientId: string
}

/** Registers an application for Latchkey. */
export async function userWithBrowser(
  latchkey: TestLatchkey,
  sandbox: Sandbox,
  scopes?: string,
): Promise<TestUser> {
  const { clientId } = await registerApplication(sandbox, { scopes: scopes ?? 'api' })
  return { latchkey, sandbox, clientId }
}

export function startSignIn(
  { latchkey, sandbox, clientId }: TestUser,
  input: Partial<BrowserSignInInput> = {},
): Promise<StartedSignIn> {
  const request = { baseUrl: sandbox.url, clientId, admin: false, way: 'browser', ...input }
  return latchkey.value('browserSessions.start', request)
}

interface TabAnswer {
  status: number
  location: string | undefined
  headers: Record<string, unknown>
  text: string
}

/** A request as a browser sends it, by default for a tab of its own. Follows no redirect. */
export function openTab(
  url: string | URL,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<TabAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TabAnswer>()
  const sent = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', ...headers }
  request(url, { method, headers: sent, agent: false }, (response) => {
    const { statusCode: status = 0, headers: received } = response
    void text(response).then(
      (body) => resolve({ status, location: received.location, headers: received, text: body }),
      reject,
    )
  })
    .on('error', reject)
    .end()
  return promise
}

/** Opens the start address. Returns the address of GitLab's page. */
export async function openStart({ startUrl }: StartedSignIn): Promise<string> {
  return (await openTab(startUrl!)).location!
}

/** Allows the sign-in in the browser, which returns to Latchkey. */
export async function allow(
  started: StartedSignIn,
  username: string,
  decision?: 'authorize' | 'cancel',
): Promise<void> {
  await openTab(await authorizeAs(await openStart(started), username, decision))
}

/** Signs in with the browser from start to end. */
export async function signInWithBrowser(
  user: TestUser,
  username: string,
  input?: Partial<BrowserSignInInput>,
): Promise<Account> {
  const started = await startSignIn(user, input)
  const waiting = user.latchkey.value('browserSessions.wait', { id: started.id })
  await allow(started, username)
  await waiting
  return user.latchkey.value('browserSessions.accept', { id: started.id })
}
