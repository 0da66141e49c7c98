import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { user } from '../../shared/gitlab/current-user.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { users } from '../../shared/gitlab/users.ts'
import { FailureError } from '../platform/failure.ts'
import { noPolicy } from '../platform/policy/policy.ts'
import { assertRequestAllowed, createsTokenWithExpiry } from './requests.ts'
import { ManagedStage, managed } from './testing/managed-stage.ts'

const now = Date.UTC(2026, 4, 4, 23, 30)
beforeEach(() => void vi.setSystemTime(now))
afterEach(() => void vi.useRealTimers())

function isAllowed(policy: typeof noPolicy, endpoint: AnyEndpoint, input: object): boolean {
  try {
    assertRequestAllowed(policy, endpoint, input, now)
    return true
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    return false
  }
}

describe('a request', () => {
  it('is refused wherever it comes from if its feature is disabled', () => {
    const policy = managed({ disabledFeatures: ['sudo', 'hard-delete'] })
    expect(isAllowed(policy, users.remove, { id: 3, hard_delete: true })).toBe(false)
    expect(isAllowed(policy, user.get, { sudo: 3 })).toBe(false)
    expect(isAllowed(policy, users.remove, { id: 3 })).toBe(true)
    expect(isAllowed(policy, user.get, {})).toBe(true)
    expect(isAllowed(noPolicy, users.remove, { id: 3, hard_delete: true })).toBe(true)
  })
})

describe('a new token', () => {
  const policy = managed({ organization: 'Tidewater', tokenMaxDays: 30 })

  it('comes only from endpoints whose expiry is checked', () => {
    const secret = Object.entries(serviceTable).flatMap(([family, endpoints]) =>
      Object.entries<AnyEndpoint>(endpoints)
        .filter(([, endpoint]) => endpoint.secret && !createsTokenWithExpiry(endpoint))
        .map(([name]) => `${family}.${name}`),
    )
    // Runners don't expire.
    expect(secret).toEqual(['user.createRunner'])
  })

  it('may last as long as the policy allows, in UTC days', () => {
    const create = (expires_at?: string) =>
      isAllowed(policy, personalAccessTokens.create, { name: 'x', expires_at })
    expect(create('2026-06-03')).toBe(true)
    expect(create('2026-06-04')).toBe(false)
    expect(create()).toBe(false)
    expect(isAllowed(noPolicy, personalAccessTokens.create, {})).toBe(true)
    expect(isAllowed(policy, user.createRunner, {})).toBe(true)
  })

  it('can’t last longer than the policy allows, however it is created', async () => {
    const stage = await ManagedStage.start(policy)
    const { id } = await stage.signIn()
    stage.sent.length = 0
    const token = { user_id: 3, name: 'x', scopes: ['api'], reason: 'x' }
    const own = { name: 'x', scopes: ['k8s_proxy'] }
    const calls: [string, object][] = [
      ['adminTokens.createImpersonation', token],
      ['adminTokens.createPersonal', token],
      ['ownTokens.createLimited', own],
      ['personalAccessTokens.create', own],
      ['accounts.rotateToken', { id }],
    ]
    for (const [name, input] of calls) {
      for (const expiry of [{}, { expires_at: '2026-06-04' }]) {
        const failure = await stage.app.failure(name, { ...input, ...expiry }, id)
        expect(failure, name).toMatchObject({
          kind: 'invalid',
          message: 'Tidewater allows tokens for at most 30 days.',
          fields: { expires_at: ['must be 2026-06-03 or earlier'] },
        })
      }
    }
    expect(stage.writes).toEqual([])
    await stage.app.value('ownTokens.createLimited', { ...own, expires_at: '2026-06-03' }, id)
  })

  it('can’t last longer if it replaces another one', async () => {
    const stage = await ManagedStage.start(managed({}))
    const { id } = await stage.signIn('user')
    const create = { name: 'x', scopes: ['k8s_proxy'], expires_at: '2026-06-03' }
    const token = await stage.app.value<{ id: number }>('ownTokens.createLimited', create, id)
    await stage.restart(policy)
    const rotation = { id: token.id, uses: [] }
    const late = { ...rotation, expires_at: '2026-06-04' }
    const failure = await stage.app.failure('ownTokens.rotate', late, id)
    expect(failure.fields).toEqual({ expires_at: ['must be 2026-06-03 or earlier'] })
    expect(stage.writes).toEqual([])
    const allowed = { ...rotation, expires_at: '2026-06-03' }
    const rotated = await stage.app.value('ownTokens.rotate', allowed, id)
    expect(rotated).toMatchObject({ outcome: 'rotated' })
  })
})
