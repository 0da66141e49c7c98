import { describe, expect, it, vi } from 'vitest'
import { serviceTable } from '../../shared/gitlab/index.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { FoundTokens } from '../../shared/operations/found-tokens.ts'
import type { QueuedAction, QueueSummary } from '../../shared/operations/queue.ts'
import { noPolicy } from '../platform/policy/policy.ts'
import { allowedInstances, companyInstance } from './company-instances.ts'
import { ManagedStage, lunch, managed } from './testing/managed-stage.ts'

const url = 'https://gitlab.tidewater.example'
const onlyCompany = managed({
  organization: 'Tidewater',
  instances: [{ url }, { url: 'https://tidewater.example/gitlab/' }],
  onlyTheseInstances: true,
})

describe('the instances of a policy', () => {
  it('are found by their normalized URL', () => {
    expect(companyInstance(onlyCompany, url)).toEqual({ url })
    expect(companyInstance(onlyCompany, 'https://tidewater.example/gitlab')).toBeDefined()
    expect(companyInstance(onlyCompany, 'https://tidewater.example')).toBeUndefined()
    expect(companyInstance(onlyCompany, `${url}:8443`)).toBeUndefined()
  })

  it('are the only ones of those that a typed URL may mean', () => {
    const typed = ['https://tidewater.example', 'https://tidewater.example/gitlab']
    expect(allowedInstances(onlyCompany, typed)).toEqual(typed.slice(1))
    expect(allowedInstances(managed({ instances: [{ url }] }), typed)).toEqual(typed)
  })
})

const refused = {
  kind: 'forbidden',
  reason: 'managed',
  message: 'Tidewater doesn’t allow this instance.',
}

describe('another instance', () => {
  it('can’t be added, and gets no token', async () => {
    const stage = await ManagedStage.start(onlyCompany)
    const { url: baseUrl, tokens } = stage.sandbox
    const browser = { baseUrl, clientId: 'abc', admin: false }
    const ways: [string, object][] = [
      ['accounts.add', { baseUrl, token: tokens.user }],
      ['browserSessions.start', { ...browser, way: 'browser' }],
      ['browserSessions.start', { ...browser, way: 'code' }],
    ]
    for (const [name, input] of ways)
      expect(await stage.app.failure(name, input), name).toMatchObject(refused)
    expect(stage.sent).toEqual([])
  })

  it('can’t be added with a token of another program', async () => {
    const environment = { PATH: process.env.PATH }
    const stage = await ManagedStage.start(noPolicy, { environment })
    Object.assign(environment, {
      GITLAB_TOKEN: stage.sandbox.tokens.user,
      GITLAB_HOST: stage.sandbox.url,
    })
    await stage.restart(onlyCompany)
    const { offers } = await stage.app.value<FoundTokens>('foundTokens.list', {
      baseUrl: stage.sandbox.url,
    })
    const { id } = offers.find(({ source }) => source === 'environment')!
    const failure = await stage.app.failure('foundTokens.use', { id })
    expect(failure).toMatchObject(refused)
    expect(stage.sent).toEqual([])
  })

  it('can be added if it is one of the company’s, and any can without the restriction', async () => {
    const stage = await ManagedStage.start()
    const instances = [{ url: stage.sandbox.url }]
    await stage.restart(managed({ instances, onlyTheseInstances: true }))
    const account = await stage.signIn('user')
    expect(account.readOnlyBy).toBeUndefined()
    await stage.app.value('ownStatus.set', lunch, account.id)
    await stage.restart(managed({ instances: [{ url }] }))
    await stage.signIn('admin')
  })

  it('doesn’t include the demo, which is a feature', async () => {
    const stage = await ManagedStage.start(onlyCompany)
    const account = await stage.app.value<Account>('demo.start', { as: 'user' })
    expect(account.readOnlyBy).toBeUndefined()
    await stage.app.value('ownStatus.set', lunch, account.id)
  })
})

describe('an account on another instance', () => {
  const readOnly = (host: string) => ({
    kind: 'forbidden',
    reason: 'managed',
    message: `Tidewater allows only read access to ${host}.`,
  })

  it('can read, and nothing else', async () => {
    const stage = await ManagedStage.start()
    const { id } = await stage.signIn('user')
    await stage.restart(onlyCompany)
    const { host } = new URL(stage.sandbox.url)
    const [account] = (await stage.app.value<{ accounts: Account[] }>('accounts.list')).accounts
    expect(account).toMatchObject({ canWrite: false, readOnlyBy: 'policy' })
    await stage.app.value('user.get', {}, id)
    await stage.app.value('ownStatus.get', {}, id)
    const writes = Object.entries(serviceTable).flatMap(([family, endpoints]) =>
      Object.entries(endpoints)
        .filter(([, { method, admin, local }]) => method !== 'GET' && !admin && !local)
        .map(([name]) => `${family}.${name}`),
    )
    expect(writes.length).toBeGreaterThan(5)
    for (const name of writes)
      expect(await stage.app.failure(name, {}, id), name).toMatchObject(readOnly(host))
    for (const [name, input] of [
      ['ownStatus.set', lunch],
      ['accounts.rotateToken', { id }],
    ] as const)
      expect(await stage.app.failure(name, input, id), name).toMatchObject(readOnly(host))
    expect(stage.writes).toEqual([])
  })

  it('sends nothing from its queue, with the reason', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn()
    const { id } = await stage.enqueuePaused(account, 'block', 'sunny')
    await stage.restart(onlyCompany)
    await stage.app.value('jobs.resumeAll', {}, account.id)
    await stage.app.value('accounts.refresh', { id: account.id })
    const { message } = readOnly(new URL(stage.sandbox.url).host)
    const summary = await stage.app.value<QueueSummary>('queue.summary', {}, account.id)
    expect(summary.waiting?.message).toBe(message)
    const queued = await stage.app.failure(
      'queue.enqueue',
      { action: 'ban', id: 3, seen: { username: 'wordy', name: 'Wordy', state: 'active' } },
      account.id,
    )
    expect(queued.message).toBe(message)
    expect(stage.writes).toEqual([])
    await stage.restart(managed({}))
    const get = () => stage.app.value<QueuedAction>('queue.get', { id }, account.id)
    await vi.waitUntil(async () => (await get()).state === 'done')
  })

  it('can be signed out of, which revokes its token', async () => {
    const stage = await ManagedStage.start()
    const { id } = await stage.signIn('user')
    await stage.restart(onlyCompany)
    await stage.app.value('accounts.signOut', { id, revokeToken: true })
    expect(stage.writes).toEqual(['DELETE /personal_access_tokens/self'])
  })
})
