import { afterEach, describe, expect, it } from 'vitest'
import { allow, startSignIn } from '../testing/browser.ts'
import { SessionStage, lifetimeMs } from '../testing/session-stage.ts'

let stage: SessionStage
afterEach(() => stage.stop())

type Fault = () => Promise<Response>
const broken =
  (code: string): Fault =>
  () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
    )
const json =
  (status: number, body: unknown, headers = {}): Fault =>
  async () =>
    Response.json(body, { status, headers })
const text =
  (status: number, body: string, type = 'text/html', headers = {}): Fault =>
  async () =>
    new Response(status === 204 ? null : body, {
      status,
      headers: { 'content-type': type, ...headers },
    })
const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 300, refresh_token: 'r' }

/** The request never reached GitLab, or GitLab refused it before it looked at it. */
const certain: Record<string, Fault> = {
  'a refused connection': broken('ECONNREFUSED'),
  'an unknown host': broken('ENOTFOUND'),
  'a name server that does not answer': broken('EAI_AGAIN'),
  'a host out of reach': broken('EHOSTUNREACH'),
  'a network out of reach': broken('ENETUNREACH'),
  'a connection that takes too long': broken('UND_ERR_CONNECT_TIMEOUT'),
  'a request that was not sent': broken('NEVER_SENT'),
  'an expired certificate': broken('CERT_HAS_EXPIRED'),
  'an unknown authority': broken('SELF_SIGNED_CERT_IN_CHAIN'),
  'a rate limit in plain text': text(429, 'Retry later', 'text/plain'),
  'a rate limit in JSON': json(429, { message: 'Too many' }),
  'an outage in GitLab’s words': json(503, { message: '503 Service Unavailable' }),
}

/** The request may have been granted. */
const uncertain: Record<string, Fault> = {
  'a broken connection': broken('ECONNRESET'),
  'a closed connection': broken('UND_ERR_SOCKET'),
  'a response that takes too long': broken('UND_ERR_HEADERS_TIMEOUT'),
  'a response that ends early': broken('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
  'headers that are too long': broken('UND_ERR_HEADERS_OVERFLOW'),
  'an unknown error': broken('SOMETHING_NEW'),
  'no content': text(204, ''),
  'an empty response': text(200, ''),
  'a web page': text(200, '<html>Welcome</html>'),
  'half a response': text(200, '{"access_token":"a', 'application/json'),
  'a list': json(200, []),
  'no access token': json(200, { token_type: 'Bearer' }),
  'another type of token': json(200, { ...tokens, token_type: 'mac' }),
  'a token with a line break': json(200, { ...tokens, access_token: 'a\nb' }),
  'a negative life': json(200, { ...tokens, expires_in: -1 }),
  'a huge response': text(200, 'x'.repeat(2_000_000), 'application/json'),
  'a redirect elsewhere': text(302, '', 'text/html', { location: 'https://login.example/' }),
  'a permanent redirect': text(308, '', 'text/html', { location: 'https://other.example/' }),
  'a refusal without an error': json(400, { oops: true }),
  'a refusal in HTML': text(400, '<html>Bad</html>'),
  'a request that took too long': text(408, ''),
  'a broken server': text(500, '<html>500</html>'),
  'a broken gateway': text(502, '<html>502</html>'),
  'an outage in HTML': text(503, '<html>503</html>'),
  'a gateway that gave up': text(504, '<html>504</html>'),
}

const rows = (faults: Record<string, Fault>) => Object.entries(faults)
const failOnce = (fault: Fault) => {
  let isFirst = true
  stage.answer = (path) => {
    if (path !== '/oauth/token' || !isFirst) return undefined
    isFirst = false
    return fault()
  }
}

describe('refresh', () => {
  it.each(rows(certain))('is tried when next needed after %s', async (_, fault) => {
    stage = await SessionStage.start()
    failOnce(fault)
    stage.pass(lifetimeMs)
    expect((await stage.read()).ok).toBe(false)
    expect((await stage.state()).rotation).toBeUndefined()
    expect((await stage.read()).ok).toBe(true)
    expect(stage.refreshes).toBe(2)
  })

  it.each(rows(uncertain))('is never sent again after %s', async (_, fault) => {
    stage = await SessionStage.start()
    failOnce(fault)
    stage.pass(lifetimeMs)
    expect(await stage.read()).toMatchObject({ ok: false, failure: { reason: 'token-lost' } })
    expect((await stage.read()).ok).toBe(false)
    expect(stage.refreshes).toBe(1)
    expect((await stage.state()).rotation).toBe('lost')
  })
})

describe('exchange of a code', () => {
  // Sorted as for a refresh, above.
  it.each([...rows(certain).slice(-3), ...rows(uncertain).filter((_, index) => index % 4 === 0)])(
    'is sent once, even after %s',
    async (_, fault) => {
      stage = await SessionStage.start()
      const started = await startSignIn(stage.user)
      failOnce(fault)
      const waiting = stage.latchkey.failure('browserSessions.wait', { id: started.id })
      await allow(started, 'maya.lindqvist')
      expect((await waiting).message).not.toBe('')
      expect(stage.refreshes).toBe(1)
    },
  )
})
