import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import { authorizeAs } from '../../../../sandbox/testing/oauth.ts'
import type { Account } from '../../../../shared/operations/accounts.ts'
import type { StartedSignIn } from '../../../../shared/operations/browser-sessions.ts'
import { parseFault } from '../../../../sandbox/faults.ts'
import { type TestLatchkey, createTestLatchkey } from '../../../testing/latchkey.ts'
import { dateIn } from '../../../testing/dates.ts'
import { allow, openStart } from '../testing/browser.ts'

interface Listed {
  application_name: string
  application_id: string
  callback_url: string
  confidential: boolean
}

let sandbox: Sandbox
let latchkey: TestLatchkey
let account: Account
async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab', ...options })
  latchkey = createTestLatchkey()
  account = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
}
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
})

const call = <T = unknown>(name: string, input: object = {}) =>
  latchkey.value<T>(`browserSessions.${name}`, input, account.id)

async function send<T>(
  method: string,
  path: string,
  body?: object,
  token = sandbox.tokens.user,
): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as T
}
const ownApplications = () => send<Listed[]>('GET', '/user/applications')

async function replaceToken(): Promise<Account> {
  const started = await call<StartedSignIn>('startOwn', { way: 'browser' })
  const waiting = latchkey.value('browserSessions.wait', { id: started.id })
  await allow(started, account.user.username)
  await waiting
  return latchkey.value<Account>('browserSessions.accept', { id: started.id })
}

describe('session in place of a token', () => {
  beforeEach(() => start())

  it('is started through an application of the user, which is not confidential', async () => {
    expect(await call('offersOwn')).toEqual({ isOffered: true })
    const replaced = await replaceToken()
    expect(replaced).toMatchObject({ id: account.id, canWrite: true })
    expect(replaced.accessToken).toBeUndefined()
    const [application, ...others] = await ownApplications()
    expect(others).toEqual([])
    expect(application).toMatchObject({
      application_name: 'Latchkey',
      application_id: replaced.session!.clientId,
      callback_url: 'http://127.0.0.1/',
      confidential: false,
    })
    expect(await call('offersOwn')).toEqual({ isOffered: false })
  })

  it('shares the application with another computer, and neither signs the other out', async () => {
    const first = await replaceToken()
    const { latchkey: other, account: home } = { latchkey, account }
    latchkey = createTestLatchkey()
    account = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const second = await replaceToken()
    expect(second.session).toEqual(first.session)
    expect(await ownApplications()).toHaveLength(1)
    await latchkey.value('accounts.signOut', { id: account.id })
    expect(await other.value('user.get', {}, home.id)).toMatchObject({
      username: home.user.username,
    })
    await other.close()
  })

  it('has the scopes of the token', async () => {
    const started = await call<StartedSignIn>('startOwn', { way: 'browser' })
    const page = new URL(await openStart(started))
    expect(page.searchParams.get('scope')).toBe('api')
    await authorizeAs(page, account.user.username)
  })

  it('lists the scopes that only the token has', async () => {
    const { token } = await send<{ token: string }>(
      'POST',
      `/users/${account.user.id}/personal_access_tokens`,
      { name: 'Everything', scopes: ['api', 'read_user', 'read_registry'], expires_at: dateIn(20) },
      sandbox.tokens.admin,
    )
    await latchkey.value('accounts.replaceToken', { id: account.id, token })
    const { omitted } = await call<{ omitted: string[] }>('startOwn', { way: 'code' })
    expect(omitted).toEqual(['read_registry'])
  })

  it.each([
    ['is confidential', { confidential: true }],
    ['sends the code elsewhere', { redirect_uri: 'https://attacker.example/' }],
    ['also sends it elsewhere', { redirect_uri: 'http://127.0.0.1/\nhttps://attacker.example/' }],
    ['has another name', { name: 'Latchkey ' + 'sudo' }],
  ])('is not started through an application that %s', async (_, change) => {
    const application = {
      name: 'Latchkey',
      redirect_uri: 'http://127.0.0.1/',
      scopes: 'api',
      confidential: false,
    }
    const { application_id } = await send<Listed>('POST', '/user/applications', {
      ...application,
      ...change,
    })
    const replaced = await replaceToken()
    expect(replaced.session!.clientId).not.toBe(application_id)
  })
})

describe('own application', () => {
  it.each(['16.4', '17', '18.11'] as const)('is not offered by GitLab %s', async (version) => {
    await start({ version })
    expect(await call('offersOwn')).toEqual({ isOffered: false })
  })

  it('is created once even if the response is lost', async () => {
    await start({ faults: [parseFault('POST /user/applications 1 reset-after')] })
    const replaced = await replaceToken()
    expect(await ownApplications()).toHaveLength(1)
    expect(replaced.session).toBeDefined()
  })
})

describe('application of the instance', () => {
  beforeEach(async () => {
    await start()
    account = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })

  it('is registered by an administrator, recorded, and found again', async () => {
    expect(await call('applications', { scopes: [] })).toEqual({ clientIds: [] })
    const { clientId } = await call<{ clientId: string }>('register', { scopes: [] })
    expect(await call('applications', { scopes: [] })).toEqual({ clientIds: [clientId] })
    expect(await call('applications', { scopes: ['sudo'] })).toEqual({ clientIds: [] })
    const { items } = await latchkey.value<{ items: { action: string }[] }>(
      'auditLog.list',
      {},
      account.id,
    )
    expect(items.map(({ action }) => action)).toEqual(['applications.create'])
    expect(latchkey.kept().join('\n')).not.toMatch(/"secret":"|gloas/)
  })

  it('is not registered by other users', async () => {
    account = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const failure = await latchkey.failure('browserSessions.register', { scopes: [] }, account.id)
    expect(failure.kind).toBe('forbidden')
  })
})
