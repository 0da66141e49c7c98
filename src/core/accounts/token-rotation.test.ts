import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import { dateIn } from '../testing/dates.ts'
import { RotationStage, fault, rotation } from './testing/rotation-stage.ts'

let stage: RotationStage
let old: string
let me: Account
beforeEach(async () => {
  vi.setSystemTime(Date.UTC(2026, 4, 4, 12))
  stage = await RotationStage.start()
  old = await stage.tokenOf(2)
  me = await stage.signIn(old)
})
afterEach(async () => {
  await stage.stop()
  vi.useRealTimers()
})

const onlySecret = () => {
  expect(stage.secrets.size).toBe(1)
  return [...stage.secrets.values()][0]!
}
const read = () => stage.latchkey.value('user.get', {}, me.id)
const refusal = (input = {}) =>
  stage.latchkey.failure('accounts.rotateToken', { id: me.id, ...input })

describe('token rotation', () => {
  it('replaces the token and revokes the old one', async () => {
    const id = expect.any(Number)
    expect(me.accessToken).toEqual({ id, expiresAt: dateIn(10), canRotate: true })
    const rotated = await stage.rotate(me.id)
    expect(rotated.accessToken).toEqual({ id, expiresAt: dateIn(90), canRotate: true })
    expect(rotated.accessToken!.id).not.toBe(me.accessToken!.id)
    expect(rotated).toMatchObject({ id: me.id, token: 'keychain', rotation: undefined })
    const token = onlySecret()
    expect(token).not.toBe(old)
    expect([await stage.works(old), await stage.works(token)]).toEqual([false, true])
    await read()
    expect(stage.sentAfterRotation(old)).toEqual([])
  })

  it('exposes no secret to the page, files, or the log', async () => {
    const rotated = await stage.rotate(me.id)
    const token = onlySecret()
    const storedText = [JSON.stringify(rotated), ...stage.latchkey.kept()].join('\n')
    expect(storedText).toContain(me.id)
    expect(storedText).not.toContain(token)
    expect(storedText).not.toContain(old)
  })

  it('can be repeated', async () => {
    for (let count = 0; count < 3; count += 1) await stage.rotate(me.id)
    expect(await stage.works(onlySecret())).toBe(true)
    await read()
  })

  it("doesn't use the old token once the rotation is sent", async () => {
    const calls = () => [
      ...Array.from({ length: 10 }, read),
      stage.latchkey.value(
        'ownStatus.set',
        { emoji: 'tada', message: 'Hello', busy: false },
        me.id,
      ),
    ]
    await Promise.all([...calls(), stage.rotate(me.id), ...calls()])
    expect(stage.sentAfterRotation(old)).toEqual([])
  })

  it('waits for requests in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    stage.answer = ({ path }) => (path === '/user/emails' ? promise : undefined)
    const reading = stage.latchkey.value('emails.list', {}, me.id)
    await vi.waitUntil(() => stage.sent.some(({ path }) => path === '/user/emails'))
    const rotating = stage.rotate(me.id)
    const later = read()
    await vi.waitUntil(() => stage.secrets.size === 1)
    const paths = () => stage.sent.map(({ method, path }) => `${method} ${path}`)
    expect(paths().at(-1)).toBe('GET /user/emails')
    resolve(Response.json([]))
    await Promise.all([reading, rotating, later])
    expect(paths()).toContain(rotation)
    expect(stage.sentAfterRotation(old)).toEqual([])
  })

  it('keeps the token if GitLab rejects the expiry date', async () => {
    expect(await refusal({ expires_at: dateIn(3000) })).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('must be before'),
    })
    expect(onlySecret()).toBe(old)
    await read()
    await stage.rotate(me.id)
  })

  it('rejects an expiry date that is not in the future before sending anything', async () => {
    expect(await refusal({ expires_at: dateIn(0) })).toMatchObject({
      kind: 'invalid',
      fields: { expires_at: ['must be later than today'] },
    })
    expect(stage.sent.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it("doesn't send the rotation while the keychain can't store tokens", async () => {
    stage.faultAt = fault('set name', 'before', 'fails')
    expect(await refusal()).toMatchObject({
      kind: 'keychain',
      message: expect.stringContaining('wasn’t rotated'),
    })
    expect(stage.sent.filter(({ method }) => method === 'POST')).toEqual([])
    expect(await stage.works(old)).toBe(true)
  })

  it('is offered only if the scopes allow it, including self_rotate', async () => {
    const replaceBy = async (...scopes: string[]) =>
      stage.latchkey.value<Account>('accounts.replaceToken', {
        id: me.id,
        token: await stage.tokenOf(2, scopes),
        allowFewerScopes: true,
      })
    expect((await replaceBy('read_api')).accessToken?.canRotate).toBe(false)
    expect(await refusal()).toMatchObject({ kind: 'forbidden' })
    expect(stage.sent.some(({ method }) => method === 'POST')).toBe(false)
    const narrow = await replaceBy('read_api', 'self_rotate')
    expect(narrow).toMatchObject({ canWrite: false, accessToken: { canRotate: true } })
    expect((await stage.rotate(me.id)).accessToken?.expiresAt).toBe(dateIn(90))
  })
})

describe('rotation by an administrator', () => {
  it('is recorded in the audit log without secrets', async () => {
    const admin = await stage.signIn(await stage.tokenOf(1, ['api', 'admin_mode']))
    await stage.rotate(admin.id)
    const log = await stage.latchkey.value<{ items: object[] }>('auditLog.list', {}, admin.id)
    expect(log.items).toMatchObject([
      {
        action: 'accounts.rotateToken',
        outcome: 'done',
        target: { id: 1 },
        changes: [{ field: 'expires_at', after: dateIn(90) }],
      },
    ])
    const text = JSON.stringify(log)
    for (const secret of stage.secrets.values()) expect(text).not.toContain(secret)
  })
})

describe('rotation whose response is lost', () => {
  const lost = { kind: 'unauthorized', reason: 'token-lost' }

  it('asks for a new token and stops sending requests', async () => {
    stage.faultAt = fault(rotation, 'after', 'fails')
    expect(await refusal()).toMatchObject({
      ...lost,
      hint: expect.stringContaining('Create a new token'),
      creation: { found: 'yes', web: '/-/user_settings/personal_access_tokens' },
    })
    expect(await stage.account(me.id)).toMatchObject({ rotation: 'lost' })
    expect(stage.sentAfterRotation(old)).toEqual(['GET /user'])
    const before = stage.sent.length
    const failure = await stage.latchkey.failure('user.get', {}, me.id)
    expect(failure).toMatchObject(lost)
    expect(failure.creation).toBeUndefined()
    expect(stage.sent).toHaveLength(before)
    expect(await stage.latchkey.value('connectivity.list')).toMatchObject([{ state: 'signed-out' }])
  })

  it('is cleared when the user enters a new token', async () => {
    stage.faultAt = fault(rotation, 'after', 'fails')
    await refusal()
    const token = await stage.tokenOf(2)
    const replaced = await stage.latchkey.value('accounts.replaceToken', { id: me.id, token })
    expect(replaced).toMatchObject({ rotation: undefined, accessToken: { canRotate: true } })
    expect(onlySecret()).toBe(token)
    await read()
  })

  it('reports that the old token still works if the request never reached GitLab', async () => {
    stage.faultAt = fault(rotation, 'before', 'fails')
    expect(await refusal()).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('still works'),
    })
    expect((await stage.account(me.id)).rotation).toBeUndefined()
    stage.faultAt = () => undefined
    await stage.rotate(me.id)
    await read()
  })

  it.each(['before', 'after'] as const)(
    'checks both tokens later if GitLab becomes unreachable %s the rotation is sent',
    async (at) => {
      stage.faultAt = fault(rotation, at, 'fails')
      const portal = { headers: { 'content-type': 'text/html' } }
      stage.answer = ({ method }) =>
        method === 'GET' ? new Response('<html>Welcome</html>', portal) : undefined
      expect(await refusal()).toMatchObject({
        kind: 'unknown-outcome',
        creation: { found: 'unknown', web: expect.any(String) },
      })
      expect(await stage.account(me.id)).toMatchObject({ rotation: 'unconfirmed' })
      expect(await stage.latchkey.failure('user.get', {}, me.id)).toMatchObject({
        kind: 'not-the-service',
      })
      stage.answer = undefined
      if (at === 'before') await read()
      else expect(await stage.latchkey.failure('user.get', {}, me.id)).toMatchObject(lost)
      expect((await stage.account(me.id)).rotation).toBe(at === 'before' ? undefined : 'lost')
    },
  )
})

describe('token that was revoked before its rotation', () => {
  it('is reported as rejected, not as lost by the rotation', async () => {
    const headers = { 'private-token': old }
    const url = `${stage.sandbox.url}/api/v4/personal_access_tokens/self`
    await fetch(url, { method: 'DELETE', headers })
    const failure = await refusal()
    expect(stage.sent.map(({ method, path }) => `${method} ${path}`)).toContain(rotation)
    expect(failure.kind).toBe('unauthorized')
    expect(failure.reason).not.toBe('token-lost')
    expect(failure.creation).toBeUndefined()
    expect((await stage.account(me.id)).rotation).toBeUndefined()
  })
})

describe('gateway that returns 401 for all tokens', () => {
  it("doesn't make the account lose its token", async () => {
    stage.faultAt = fault(rotation, 'before', 'fails')
    stage.answer = ({ method }) =>
      method === 'GET' ? Response.json({ detail: 'session expired' }, { status: 401 }) : undefined
    expect(await refusal()).toMatchObject({ kind: 'unknown-outcome' })
    expect(await stage.account(me.id)).toMatchObject({ rotation: 'unconfirmed' })
    stage.answer = undefined
    await read()
    expect((await stage.account(me.id)).rotation).toBeUndefined()
  })
})

describe('new token that GitLab rejects', () => {
  it('leaves the old token in use', async () => {
    stage.answer = ({ method, path }) =>
      `${method} ${path}` === rotation
        ? Response.json({ id: 9, name: 'x', scopes: ['api'], token: 'glpat-nobody-knows-this' })
        : undefined
    expect(await refusal()).toMatchObject({
      message: 'GitLab didn’t accept the new token.',
      creation: { found: 'yes' },
    })
    expect(onlySecret()).toBe(old)
    expect((await stage.account(me.id)).accessToken).toEqual(me.accessToken)
    await read()
  })
})

describe('keychain that cannot store the new token', () => {
  beforeEach(async () => {
    stage.faultAt = fault('set new', 'before', 'fails')
    expect(await stage.rotate(me.id)).toMatchObject({ rotation: 'unsaved' })
  })

  it('uses the new token from memory', async () => {
    await read()
    expect(onlySecret()).toBe(old)
    expect(stage.sentAfterRotation(old)).toEqual([])
    expect(stage.latchkey.unsent()).toEqual({ kept: 0, lost: 0, tokens: 1 })
    expect(await stage.latchkey.value('attention.get', {}, me.id)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ kind: 'access-token-unsaved' })]),
    })
  })

  it('stores the token when the user retries', async () => {
    const save = ['accounts.saveRotatedToken', { id: me.id }] as const
    expect(await stage.latchkey.failure(...save)).toMatchObject({ kind: 'keychain' })
    expect((await stage.account(me.id)).rotation).toBe('unsaved')
    stage.faultAt = () => undefined
    const saved = await stage.latchkey.value<Account>(...save)
    expect(saved).toMatchObject({ token: 'keychain', rotation: undefined })
    expect(await stage.works(onlySecret())).toBe(true)
    stage.restart()
    await read()
  })

  it('loses the token when Latchkey is closed, and reports that at the next start', async () => {
    stage.restart()
    expect(await stage.latchkey.failure('user.get', {}, me.id)).toMatchObject({
      reason: 'token-lost',
    })
  })
})

describe('sign-out', () => {
  it("waits for a rotation in progress and doesn't leave secrets behind", async () => {
    const rotating = stage.latchkey.invoke('accounts.rotateToken', { id: me.id })
    await vi.waitUntil(() => stage.sent.some(({ method }) => method === 'POST'))
    await stage.latchkey.value('accounts.signOut', { id: me.id })
    await rotating
    expect(stage.secrets.size).toBe(0)
  })

  it('removes both tokens after an interrupted rotation', async () => {
    stage.faultAt = fault('set new', 'after', 'dies')
    void stage.latchkey.invoke('accounts.rotateToken', { id: me.id })
    await vi.waitUntil(() => stage.secrets.size === 2)
    stage.restart()
    await stage.latchkey.value('accounts.signOut', { id: me.id })
    expect(stage.secrets.size).toBe(0)
  })
})

describe('GitLab before 16.10', () => {
  let before: RotationStage
  beforeAll(async () => void (before = await RotationStage.start({ version: '16.4' })))
  afterAll(() => before.stop())

  it.each([
    ['a user', 2],
    ['an administrator', 1],
  ])(
    'receives only one rotation request for %s, and the old token stays valid',
    async (_, user) => {
      const { id } = await before.signIn(await before.tokenOf(user))
      expect(await before.latchkey.failure('accounts.rotateToken', { id })).toMatchObject({
        message: 'This instance doesn’t let this token rotate itself.',
      })
      await before.latchkey.value('user.get', {}, id)
      expect((await before.account(id)).accessToken?.canRotate).toBe(false)
      const postCount = before.sent.filter(({ method }) => method === 'POST').length
      before.restart()
      await before.latchkey.value('attention.get', {}, id)
      expect((await before.account(id)).accessToken?.canRotate).toBe(false)
      await before.latchkey.failure('accounts.rotateToken', { id })
      expect(before.sent.filter(({ method }) => method === 'POST')).toHaveLength(postCount)
    },
  )
})
