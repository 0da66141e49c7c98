import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { users } from '../../shared/gitlab/users.ts'
import type { Attention } from '../../shared/operations/attention.ts'
import type { JobSummary } from '../../shared/operations/jobs.ts'
import { appTable } from '../../shared/operations/index.ts'
import type { QueuedAction } from '../../shared/operations/queue.ts'
import { type DisablableFeature, disablableFeatures } from '../../shared/rules/policy.ts'
import { readAll } from '../features/directory/testing/sync.ts'
import { keygen } from '../features/keys/ssh/testing/key-material.ts'
import { featureCalls, featuresOfCall } from './disabled-features.ts'
import { ManagedStage, managed } from './testing/managed-stage.ts'

const namesIn = (table: object) =>
  Object.entries(table).flatMap(([family, calls]) =>
    Object.keys(calls as object).map((name) => `${family}.${name}`),
  )
const operations = namesIn(appTable)
const endpoints = namesIn(serviceTable)
const names = [...operations, ...endpoints]
const isIn = (feature: DisablableFeature, name: string, input: object = {}) =>
  featuresOfCall(name, input).includes(feature)

describe('the calls of the features', () => {
  it.each(disablableFeatures)('exist: %s', (feature) => {
    const calls = Object.keys(featureCalls[feature])
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) {
      const family = call.replace(/\*$/, '')
      const known = call.endsWith('*') ? names.some((name) => name.startsWith(family)) : undefined
      expect(known ?? names.includes(call), call).toBe(true)
    }
  })

  it('include everything that creates an impersonation token', () => {
    const creating = names.filter((name) => /impersonation/i.test(name) && /create/i.test(name))
    expect(creating).toHaveLength(2)
    for (const name of creating) expect(isIn('impersonation', name), name).toBe(true)
  })

  it('include everything that deletes users', () => {
    const path = '/users/:id'
    const deleting = Object.entries(users).filter(
      ([, endpoint]) => endpoint.method === 'DELETE' && endpoint.path === path,
    )
    expect(deleting).toHaveLength(1)
    for (const [name] of deleting) {
      expect(isIn('delete-users', `users.${name}`)).toBe(true)
      expect(isIn('hard-delete', `users.${name}`, { hard_delete: true })).toBe(true)
      expect(isIn('hard-delete', `users.${name}`)).toBe(false)
    }
    for (const name of ['queue.enqueue', 'bulk.start']) {
      expect(featuresOfCall(name, { action: 'delete' })).toEqual(['delete-users'])
      const plan = { steps: [{ action: 'block' }, { action: 'hard_delete' }] }
      expect(featuresOfCall(name, { plan })).toEqual(['delete-users', 'hard-delete'])
      expect(featuresOfCall(name, { action: 'block' })).toEqual([])
    }
  })

  it('include every operation on this computer that can do without an account', () => {
    /** These read only what the user provides, or what was read before. */
    const others = [
      'activities.csv',
      'localGpgKeys.forget',
      'localGpgKeys.read',
      'localSshKeys.forget',
      'localSshKeys.read',
    ]
    const onComputer = operations.filter((name) => {
      const [family = '', operation = ''] = name.split('.')
      const declared = (appTable as Record<string, Record<string, { account: unknown }>>)[family]
      return declared?.[operation]?.account === 'optional'
    })
    expect(onComputer.filter((name) => !isIn('this-computer', name)).toSorted()).toEqual(others)
  })

  it('depend on the number of users', () => {
    expect(isIn('bulk', 'bulk.start', { affectedCount: 1 })).toBe(false)
    expect(isIn('bulk', 'bulk.start', { affectedCount: 2 })).toBe(true)
    expect(isIn('bulk', 'onboarding.start', { ready: 1 })).toBe(false)
    expect(isIn('bulk', 'onboarding.start', { ready: 2 })).toBe(true)
  })
})

const seen = { username: 'sunny', name: 'Sunny', state: 'active' }
const selection = { kind: 'users', ids: [3, 4] }
const newToken = { user_id: 3, name: 'x', scopes: ['api'], reason: 'x' }
/** A call of each feature, with valid input. */
const calls: Record<DisablableFeature, readonly [name: string, input: object]> = {
  impersonation: ['adminTokens.createImpersonation', newToken],
  sudo: ['viewAs.get', { id: 3 }],
  'delete-users': ['queue.enqueue', { action: 'delete', id: 3, seen, confirmed: 'sunny' }],
  'hard-delete': ['queue.enqueue', { action: 'hard_delete', id: 3, seen, confirmed: 'sunny' }],
  bulk: ['bulk.start', { selection, action: 'block', affectedCount: 2 }],
  'this-computer': ['setup.check', { check: 'git' }],
  'token-handover': ['ownTokens.rotate', { id: 3, expires_at: '2026-05-04', uses: ['x'] }],
  demo: ['demo.start', { as: 'user' }],
}

describe('a disabled feature', () => {
  it.each(disablableFeatures)('is refused before anything is sent: %s', async (feature) => {
    const stage = await ManagedStage.start()
    const { id } = await stage.signIn()
    await stage.restart(managed({ organization: 'Tidewater', disabledFeatures: [feature] }))
    const [name, input] = calls[feature]
    expect(await stage.app.failure(name, input, id)).toMatchObject({
      kind: 'forbidden',
      reason: 'managed',
      message: 'Tidewater doesn’t allow this.',
    })
    expect(stage.sent.filter((line) => !/GET \/(user|personal)/.test(line))).toEqual([])
  })

  it('is refused without the name of the company if there is none', async () => {
    const stage = await ManagedStage.start(managed({ disabledFeatures: ['demo'] }))
    const failure = await stage.app.failure('demo.start', { as: 'user' })
    expect(failure.message).toBe('Your organization doesn’t allow this.')
  })

  it('doesn’t stop others', async () => {
    const stage = await ManagedStage.start(managed({ disabledFeatures: ['hard-delete', 'bulk'] }))
    const account = await stage.signIn()
    const queued = await stage.enqueuePaused(account, 'delete', 'sunny')
    expect(queued.action).toBe('delete')
  })

  it('doesn’t stop what a user’s page reads', async () => {
    const stage = await ManagedStage.start(managed({ disabledFeatures: [...disablableFeatures] }))
    const { id } = await stage.signIn()
    expect(await stage.app.value('users.get', { id: 2 }, id)).toMatchObject({ id: 2 })
    expect(await stage.app.value('viewAs.activity', { id: 2 }, id)).toEqual({})
  })

  it('isn’t sent if it was queued before', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn()
    const { id } = await stage.enqueuePaused(account, 'hard_delete', 'sunny')
    await stage.restart(managed({ organization: 'Tidewater', disabledFeatures: ['hard-delete'] }))
    await stage.app.value('jobs.resumeAll', {}, account.id)
    const get = () => stage.app.value<QueuedAction>('queue.get', { id }, account.id)
    await vi.waitUntil(async () => (await get()).state === 'refused')
    expect((await get()).failure?.message).toBe('Tidewater doesn’t allow this.')
    await stage.app.value('queue.retry', { ids: [id] }, account.id)
    await stage.app.value('queue.sendAllNow', {}, account.id)
    await vi.waitUntil(async () => (await get()).state === 'refused')
    expect(stage.writes).toEqual([])
  })

  it('isn’t sent if it is a run that was started before', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn()
    await readAll(stage.app, account.id)
    await stage.app.value('jobs.pauseAll', {}, account.id)
    const people = await Promise.all(['sunny', 'wordy'].map((name) => stage.userNamed(name)))
    const run = await stage.app.value<JobSummary>(
      'bulk.start',
      {
        selection: { kind: 'users', ids: people.map((one) => one.id) },
        action: 'block',
        affectedCount: 2,
      },
      account.id,
    )
    await stage.restart(managed({ disabledFeatures: ['bulk'] }))
    await stage.app.value('jobs.resumeAll', {}, account.id)
    await stage.app.value('queue.sendAllNow', {}, account.id)
    const counts = async () =>
      (await stage.app.value<JobSummary>('jobs.get', { job: run.id }, account.id)).counts
    await vi.waitUntil(async () => (await counts()).refused === 2)
    expect(stage.writes).toEqual([])
  })

  it('doesn’t read keys on this computer for Home', async () => {
    const stage = await ManagedStage.start()
    const account = await stage.signIn('user')
    const folder = join(stage.dataFolder, '.ssh')
    mkdirSync(folder)
    const read = async () => {
      const { items } = await stage.app.value<Attention>('attention.get', {}, account.id)
      return items.filter(({ kind }) => kind === 'local-key-unprotected')
    }
    const key = keygen(join(folder, 'id_ed25519'))
    await fetch(`${stage.sandbox.url}/api/v4/user/keys`, {
      method: 'POST',
      headers: {
        'private-token': stage.sandbox.tokens.user,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: 'Laptop', key }),
    })
    expect(await read()).toHaveLength(1)
    await stage.restart(managed({ disabledFeatures: ['this-computer'] }))
    expect(await read()).toEqual([])
  })
})
