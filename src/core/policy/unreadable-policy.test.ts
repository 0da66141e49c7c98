import { describe, expect, it, vi } from 'vitest'
import type { QueueSummary, QueuedAction } from '../../shared/operations/queue.ts'
import { disablableFeatures } from '../../shared/rules/policy.ts'
import { noPolicy } from '../platform/policy/policy.ts'
import { featureRefusal } from './disabled-features.ts'
import { ManagedStage, lunch, unreadablePolicy } from './testing/managed-stage.ts'

const unreadable = {
  kind: 'forbidden',
  reason: 'managed',
  message: 'Your organization’s policy can’t be read: permission denied.',
}

describe('a policy that can’t be read', () => {
  it('stops every sign-in', async () => {
    const stage = await ManagedStage.start()
    const { id } = await stage.signIn('user')
    await stage.restart(unreadablePolicy)
    const { url: baseUrl, tokens } = stage.sandbox
    const browser = { baseUrl, clientId: 'abc', admin: false, way: 'browser' }
    const ways: [string, object][] = [
      ['accounts.add', { baseUrl, token: tokens.admin }],
      ['accounts.replaceToken', { id, token: tokens.user }],
      ['browserSessions.start', { ...browser, account: id }],
      ['demo.start', { as: 'user' }],
      ['foundTokens.restore', {}],
    ]
    for (const [name, input] of ways)
      expect(await stage.app.failure(name, input), name).toMatchObject(unreadable)
    expect(stage.sent).toEqual([])
  })

  it.each(disablableFeatures)('stops what it could disable: %s', (feature) => {
    expect(featureRefusal(unreadablePolicy, feature)).toMatchObject({ kind: 'forbidden' })
    expect(featureRefusal(noPolicy, feature)).toBeUndefined()
  })

  it('stops administrators’ changes and new tokens', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn()
    await stage.restart(unreadablePolicy)
    for (const [name, input] of [
      ['customAttributes.remove', { id: 3, attribute: 'team' }],
      ['personalAccessTokens.create', { name: 'x', scopes: ['k8s_proxy'] }],
      ['accounts.rotateToken', { id: account.id }],
    ] as const)
      expect(await stage.app.failure(name, input, account.id), name).toMatchObject(unreadable)
    expect(stage.writes).toEqual([])
  })

  it('holds the queue until it can be read', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn()
    const { id } = await stage.enqueuePaused(account, 'block', 'sunny')
    await stage.restart(unreadablePolicy)
    await stage.app.value('jobs.resumeAll', {}, account.id)
    await stage.app.value('accounts.refresh', { id: account.id })
    const summary = await stage.app.value<QueueSummary>('queue.summary', {}, account.id)
    expect(summary.waiting?.message).toBe(unreadable.message)
    expect(stage.writes).toEqual([])
    await stage.restart(noPolicy)
    const get = () => stage.app.value<QueuedAction>('queue.get', { id }, account.id)
    await vi.waitUntil(async () => (await get()).state === 'done')
  })

  it('leaves reading and the account’s own status', async () => {
    const stage = await ManagedStage.start()
    const { id } = await stage.signIn()
    await stage.restart(unreadablePolicy)
    await stage.app.value('users.list', {}, id)
    await stage.app.value('ownStatus.set', lunch, id)
  })
})
