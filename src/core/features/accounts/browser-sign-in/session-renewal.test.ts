import { afterEach, describe, expect, it } from 'vitest'
import { SessionStage, lifetimeMs } from '../testing/session-stage.ts'

let stage: SessionStage
afterEach(() => stage.stop())

const soon = (lifetimeMs * 3) / 4
const failed = (code: string) =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))
const lost = () => failed('ECONNRESET')
const never = () => failed('ECONNREFUSED')
const refresh = '/oauth/token'

describe('session', () => {
  it('is refreshed when a quarter of its life is left, and not before', async () => {
    stage = await SessionStage.start()
    stage.pass(soon - 1)
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(0)
    stage.pass(1)
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(1)
    expect(stage.secrets.size).toBe(1)
    expect((await stage.state()).rotation).toBeUndefined()
  })

  it('is refreshed once for many requests at the same time', async () => {
    stage = await SessionStage.start()
    stage.pass(lifetimeMs)
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.read()))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    expect(stage.refreshes).toBe(1)
  })

  it('is refreshed once if GitLab no longer accepts its token, and sends the request again', async () => {
    stage = await SessionStage.start()
    const revoked = () =>
      Promise.resolve(
        Response.json(
          { error: 'invalid_token', error_description: 'Token was revoked.' },
          { status: 401 },
        ),
      )
    let isRevoked = true
    stage.answer = (path) => {
      if (path === refresh) isRevoked = false
      return isRevoked && path === '/api/v4/user' ? revoked() : undefined
    }
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(1)
    isRevoked = true
    stage.answer = (path) => (path === '/api/v4/user' ? revoked() : undefined)
    expect((await stage.read()).ok).toBe(false)
    expect(stage.refreshes).toBe(2)
  })

  it('waits for requests in progress', async () => {
    stage = await SessionStage.start()
    const { promise, resolve } = Promise.withResolvers<Response>()
    stage.answer = (path) => (path === '/api/v4/user/emails' ? promise : undefined)
    const reading = stage.latchkey.invoke('emails.list', {}, stage.account.id)
    stage.pass(soon)
    const next = stage.read()
    expect(stage.refreshes).toBe(0)
    resolve(Response.json([]))
    expect([(await reading).ok, (await next).ok]).toEqual([true, true])
    expect(stage.refreshes).toBe(1)
  })

  it('ends if the response to a refresh is lost, and is never refreshed again', async () => {
    stage = await SessionStage.start()
    stage.answer = (path) => (path === refresh ? lost() : undefined)
    stage.pass(lifetimeMs)
    const answer = await stage.read()
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'token-lost' } })
    stage.answer = () => undefined
    await stage.read()
    await stage.latchkey.close()
    stage.start()
    await stage.read()
    expect(stage.refreshes).toBe(1)
    expect((await stage.state()).rotation).toBe('lost')
  })

  it('works until its token ends if the response to an early refresh is lost', async () => {
    stage = await SessionStage.start()
    stage.answer = (path) => (path === refresh ? lost() : undefined)
    stage.pass(soon)
    expect((await stage.read()).ok).toBe(true)
    expect((await stage.state()).rotation).toBe('unconfirmed')
    stage.answer = () => undefined
    expect((await stage.read()).ok).toBe(true)
    stage.pass(lifetimeMs)
    expect((await stage.read()).ok).toBe(false)
    expect(stage.refreshes).toBe(1)
  })

  it('is refreshed again if a refresh certainly was not sent', async () => {
    stage = await SessionStage.start()
    stage.answer = (path) => (path === refresh ? never() : undefined)
    stage.pass(lifetimeMs)
    expect(await stage.read()).toMatchObject({ ok: false, failure: { kind: 'offline' } })
    stage.answer = () => undefined
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(2)
  })

  it('is not refreshed early while the keychain cannot store it', async () => {
    stage = await SessionStage.start()
    await stage.read()
    stage.isKeychainLocked = true
    stage.pass(soon)
    expect(await stage.read()).toMatchObject({ ok: true })
    expect(stage.refreshes).toBe(0)
  })

  it('uses what another process has stored', async () => {
    stage = await SessionStage.start()
    const { latchkey: first } = stage
    const second = stage.start()
    await stage.read()
    stage.pass(soon)
    stage.latchkey = first
    await stage.read()
    stage.latchkey = second
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(1)
    await first.close()
  })

  it('ends if the user revokes it on GitLab, and keeps the account', async () => {
    stage = await SessionStage.start()
    stage.answer = (path) =>
      path === refresh
        ? Promise.resolve(Response.json({ error: 'invalid_grant' }, { status: 400 }))
        : undefined
    stage.pass(lifetimeMs)
    const answer = await stage.read()
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'token-lost' } })
    expect(await stage.state()).toMatchObject({ rotation: 'lost', token: 'keychain' })
  })

  it('is not refreshed if a proxy takes its header for its own', async () => {
    stage = await SessionStage.start()
    stage.answer = () =>
      Promise.resolve(
        new Response('', { status: 401, headers: { 'www-authenticate': 'Negotiate' } }),
      )
    const answer = await stage.read()
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-the-service' } })
    expect(answer.ok ? '' : answer.failure.hint).toContain('Sign in with a token')
    expect(stage.refreshes).toBe(0)
  })

  it('is revoked on sign-out, refresh token first', async () => {
    stage = await SessionStage.start()
    const secret = [...stage.secrets.values()][0]!.replace('oauth ', '')
    const { access, refresh: refreshToken } = JSON.parse(secret) as Record<string, string>
    const revoked: string[] = []
    stage.answer = (path, init) => {
      if (path === '/oauth/revoke')
        revoked.push(new URLSearchParams(String(init?.body)).get('token')!)
      return undefined
    }
    await stage.latchkey.value('accounts.signOut', { id: stage.account.id })
    expect(revoked).toEqual([refreshToken, access])
    expect(stage.secrets.size).toBe(0)
  })

  it('signs out even if it cannot be revoked', async () => {
    stage = await SessionStage.start()
    stage.answer = (path) => (path === '/oauth/revoke' ? lost() : undefined)
    await stage.latchkey.value('accounts.signOut', { id: stage.account.id })
    expect(stage.secrets.size).toBe(0)
  })

  it('has no token to rotate', async () => {
    stage = await SessionStage.start()
    const failure = await stage.latchkey.failure('accounts.rotateToken', { id: stage.account.id })
    expect(failure.kind).toBe('forbidden')
    expect(stage.sent.join()).not.toContain('rotate')
  })
})
