import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import { confirmDevice, registerApplication } from '../../../../sandbox/testing/oauth.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { AccountsSnapshot } from '../../../../shared/operations/accounts.ts'
import type { StartedSignIn } from '../../../../shared/operations/browser-sessions.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { createMemorySecretStore } from '../../../platform/keychain/memory-secret-store.ts'
import {
  type TestUser,
  allow,
  signInWithBrowser,
  startSignIn,
  userWithBrowser,
} from '../testing/browser.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let user: TestUser
const keychain = createMemorySecretStore()
const now = Date.UTC(2026, 4, 4, 12)
beforeEach(async () => {
  vi.setSystemTime(now)
  sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab' })
  latchkey = createTestLatchkey({
    keychain,
    // Time passes only in these pauses.
    sleep: async (milliseconds) => void vi.setSystemTime(currentTime() + milliseconds),
  })
  user = await userWithBrowser(latchkey, sandbox)
})
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
  vi.useRealTimers()
})

const accounts = async () => (await latchkey.value<AccountsSnapshot>('accounts.list')).accounts
const wait = ({ id }: StartedSignIn) => latchkey.value('browserSessions.wait', { id })
const refusal = ({ id }: StartedSignIn) => latchkey.failure('browserSessions.wait', { id })

describe('sign-in with the browser', () => {
  it('shows whose account it is, and stores it once the user agrees', async () => {
    const started = await startSignIn(user)
    const waiting = wait(started)
    await allow(started, 'maya.lindqvist')
    expect(await waiting).toEqual({
      username: 'maya.lindqvist',
      name: 'Maya Lindqvist',
      isAdmin: false,
      isSignedIn: false,
    })
    expect(await accounts()).toEqual([])
    const account = await latchkey.value('browserSessions.accept', { id: started.id })
    expect(account).toMatchObject({
      user: { username: 'maya.lindqvist' },
      session: { clientId: user.clientId },
      token: 'keychain',
      canWrite: true,
    })
    expect(await accounts()).toHaveLength(1)
  })

  it('leaves no token in files, in the log, or on the page', async () => {
    const account = await signInWithBrowser(user, 'maya.lindqvist')
    const [secret] = await Promise.all(
      [account].map(({ user: { username }, id }) =>
        keychain.get(`${username} at ${sandbox.url} (${id.slice(0, 8)})`),
      ),
    )
    const { access, refresh } = JSON.parse(secret!.replace('oauth ', '')) as {
      access: string
      refresh: string
    }
    const shown = [JSON.stringify(await accounts()), ...latchkey.kept()].join('\n')
    expect(shown).toContain(account.id)
    expect(shown).not.toContain(access)
    expect(shown).not.toContain(refresh)
  })

  it('gives a signed-in account a session instead of its token', async () => {
    const before = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const { username } = before.user
    const after = await signInWithBrowser(user, username)
    expect(after).toMatchObject({ id: before.id, session: { clientId: user.clientId } })
    expect(after.accessToken).toBeUndefined()
    expect(await accounts()).toHaveLength(1)
  })

  it('signs an account in again, but not as another user', async () => {
    const account = await signInWithBrowser(user, 'maya.lindqvist')
    await signInWithBrowser(user, 'maya.lindqvist', { account: account.id })
    const started = await startSignIn(user, { account: account.id })
    await allow(started, (await adminName()) ?? '')
    await wait(started)
    const failure = await latchkey.failure('browserSessions.accept', { id: started.id })
    expect(failure.reason).toBe('wrong-account')
    expect((await accounts())[0]!.user.username).toBe('maya.lindqvist')
  })

  it('works for a user who takes three hours to agree', async () => {
    const started = await startSignIn(user)
    const waiting = wait(started)
    await allow(started, 'maya.lindqvist')
    await waiting
    vi.setSystemTime(now + 3 * 60 * 60_000)
    const account = await latchkey.value('browserSessions.accept', { id: started.id })
    expect(account).toMatchObject({ user: { username: 'maya.lindqvist' } })
  })

  it('remembers the application', async () => {
    await signInWithBrowser(user, 'maya.lindqvist')
    const inspected = await latchkey.value('accounts.inspect', {
      baseUrl: sandbox.url,
      admin: false,
    })
    expect(inspected).toMatchObject({ clientId: user.clientId, isLink: false })
  })

  it('reads a sign-in link without changing anything', async () => {
    const link = `latchkey://sign-in?${new URLSearchParams({ instance: sandbox.url, client: 'abc123' })}`
    const inspected = await latchkey.value('accounts.inspect', { baseUrl: link, admin: false })
    expect(inspected).toMatchObject({ baseUrl: sandbox.url, clientId: 'abc123', isLink: true })
    const later = { baseUrl: sandbox.url, admin: false }
    expect(await latchkey.value('accounts.inspect', later)).not.toMatchObject({
      clientId: expect.any(String),
    })
  })

  it('revokes a session that the user refuses', async () => {
    const sent: string[] = []
    await latchkey.close()
    latchkey = createTestLatchkey({
      keychain,
      fetch: (...request) => {
        const address = request[0] instanceof Request ? request[0].url : String(request[0])
        sent.push(new URL(address).pathname)
        return fetch(...request)
      },
    })
    user = { ...user, latchkey }
    const next = await startSignIn(user)
    await allow(next, 'maya.lindqvist')
    await wait(next)
    await latchkey.value('browserSessions.cancel', { id: next.id })
    expect(sent.filter((path) => path === '/oauth/revoke')).toHaveLength(2)
    expect(await accounts()).toEqual([])
  })

  it('ends when the user cancels in the browser', async () => {
    const started = await startSignIn(user)
    const waiting = refusal(started)
    await allow(started, 'maya.lindqvist', 'cancel')
    expect((await waiting).message).toBe('The sign-in was canceled in the browser.')
  })

  it('is canceled by the next one', async () => {
    const started = await startSignIn(user)
    const waiting = refusal(started)
    await startSignIn(user)
    expect((await waiting).message).toBe('This sign-in was canceled.')
  })

  it('explains what an administrator lacks on an instance with Admin Mode', async () => {
    await sandbox.stop()
    sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab', adminMode: true })
    const headers = { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' }
    const application = { name: 'L', redirect_uri: 'http://127.0.0.1/', confidential: false }
    const created = await fetch(`${sandbox.url}/api/v4/applications`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...application, scopes: 'api' }),
    })
    const { application_id: clientId } = (await created.json()) as { application_id: string }
    const account = await signInWithBrowser({ latchkey, sandbox, clientId }, 'ines')
    expect(account).toMatchObject({ isAdmin: true, hasAdminMode: false })
    const edit = { id: 3, base: {}, changes: { note: 'x' } }
    const failure = await latchkey.failure('userEdits.save', edit, account.id)
    expect(failure).toMatchObject({ reason: 'admin-mode' })
  })

  it('explains an application that is confidential', async () => {
    const { clientId } = await registerApplication(sandbox, { confidential: true })
    const started = await startSignIn({ ...user, clientId })
    const waiting = refusal(started)
    await allow(started, 'maya.lindqvist')
    expect((await waiting).hint).toContain('clear “Confidential”')
  })
})

describe('sign-in with a code', () => {
  it('waits until the user has entered it', async () => {
    const started = await startSignIn(user, { way: 'code' })
    const { userCode, page } = started.code!
    expect(page).toBe(`${sandbox.url}/oauth/device?user_code=${userCode}`)
    await confirmDevice(sandbox, userCode, 'maya.lindqvist')
    expect(await wait(started)).toMatchObject({ username: 'maya.lindqvist' })
  })

  it('expires', async () => {
    const started = await startSignIn(user, { way: 'code' })
    expect((await refusal(started)).message).toBe('The sign-in wasn’t confirmed in time.')
    expect(currentTime() - now).toBeLessThan(310_000)
  })

  it('explains an application without the scopes', async () => {
    const { clientId } = await registerApplication(sandbox, { scopes: 'read_user' })
    const request = { baseUrl: sandbox.url, clientId, admin: false, way: 'code' }
    const failure = await latchkey.failure('browserSessions.start', request)
    expect(failure.message).toContain('isn’t registered for the scopes')
  })

  it('is refused by an instance that lacks it', async () => {
    await sandbox.stop()
    sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab', hasDeviceFlow: false })
    user = await userWithBrowser(latchkey, sandbox)
    const request = { baseUrl: sandbox.url, clientId: user.clientId, admin: false, way: 'code' }
    const failure = await latchkey.failure('browserSessions.start', request)
    expect(failure.message).toContain('doesn’t support signing in with a code')
  })
})

async function adminName(): Promise<string | undefined> {
  const headers = { 'private-token': sandbox.tokens.admin }
  const answer = await fetch(`${sandbox.url}/api/v4/user`, { headers })
  return ((await answer.json()) as { username: string }).username
}
