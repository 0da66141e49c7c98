import * as client from 'openid-client'
import { afterEach, describe, expect, it } from 'vitest'
import { addTime } from './clock.ts'
import type { SandboxOptions } from './start.ts'
import { type TestSandbox, noon, startTestSandbox } from './testing/harness.ts'
import { type TestApplication, confirmDevice, registerApplication } from './testing/oauth.ts'

let sandbox: TestSandbox
let application: TestApplication
afterEach(() => sandbox.stop())

const maya = 'maya.lindqvist'

interface Codes {
  device_code: string
  user_code: string
  verification_uri_complete: string
}

async function start(options: SandboxOptions = {}) {
  sandbox = await startTestSandbox({ flavor: 'gitlab', ...options })
  application = await registerApplication(sandbox)
}

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const response = await fetch(`${sandbox.url}/oauth/${path}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as unknown }
}

const startDevice = (change: Record<string, string> = {}) =>
  post('authorize_device', { client_id: application.clientId, scope: 'api', ...change })
const poll = (deviceCode: string, change: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: application.clientId,
    device_code: deviceCode,
    ...change,
  })
const refused = (error: string) => ({ status: 400, body: { error } })
const setSeconds = (seconds: number) => {
  sandbox.clock.now = addTime(noon, seconds * 1000)
}

describe('POST /oauth/authorize_device', () => {
  it('returns the codes and the page to enter them', async () => {
    await start()
    expect(await startDevice()).toEqual({
      status: 200,
      body: {
        device_code: expect.stringMatching(/^[\w-]{43}$/),
        user_code: expect.stringMatching(/^[A-Z\d]{8}$/),
        verification_uri: `${sandbox.url}/oauth/device`,
        verification_uri_complete: expect.stringMatching(/\/oauth\/device\?user_code=[A-Z\d]{8}$/),
        expires_in: 300,
        interval: 5,
      },
    })
  })

  it('rejects an unknown client and an unregistered scope', async () => {
    await start()
    expect(await startDevice({ client_id: 'unknown' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await startDevice({ scope: 'sudo' })).toMatchObject(refused('invalid_scope'))
  })

  it('omits a relative URL root from the address', async () => {
    await start({ relativeUrlRoot: '/gitlab' })
    const { body } = await startDevice()
    const { origin } = new URL(sandbox.url)
    expect(body).toMatchObject({ verification_uri: `${origin}/oauth/device` })
    await confirmDevice(sandbox, (body as Codes).user_code, maya)
  })

  it.each([
    [{ version: '16.4' }, 404],
    [{ version: '17' }, 200],
    [{ hasDeviceFlow: false }, 404],
  ] as const)('with %j returns %i', async (options, status) => {
    await start(options)
    expect((await startDevice()).status).toBe(status)
  })
})

describe('POST /oauth/token with a device code', () => {
  it('returns tokens once the user has confirmed, and only once', async () => {
    await start()
    const { device_code: code, user_code: userCode } = (await startDevice()).body as Codes
    expect(await poll(code)).toMatchObject(refused('authorization_pending'))
    await confirmDevice(sandbox, userCode, maya)
    setSeconds(5)
    const { status, body } = await poll(code)
    expect(status).toBe(200)
    const { access_token: token, refresh_token: refreshToken } = body as Record<string, string>
    const headers = { authorization: `Bearer ${token}` }
    const user = await sandbox.ask('GET', '/user', { headers })
    expect(user.body).toMatchObject({ username: maya })
    expect(refreshToken).toHaveLength(64)
    setSeconds(10)
    expect(await poll(code)).toMatchObject(refused('invalid_grant'))
  })

  it('asks a client that polls within five seconds to slow down', async () => {
    await start()
    const { device_code: code, user_code: userCode } = (await startDevice()).body as Codes
    expect(await poll(code)).toMatchObject(refused('authorization_pending'))
    setSeconds(4.999)
    await confirmDevice(sandbox, userCode, maya)
    expect(await poll(code)).toMatchObject(refused('slow_down'))
    setSeconds(5)
    expect((await poll(code)).status).toBe(200)
  })

  it('expires after five minutes, also if it was confirmed', async () => {
    await start()
    const { device_code: code, user_code: userCode } = (await startDevice()).body as Codes
    setSeconds(299)
    expect(await poll(code)).toMatchObject(refused('authorization_pending'))
    await confirmDevice(sandbox, userCode, maya)
    setSeconds(300)
    expect(await poll(code)).toMatchObject(refused('expired_token'))
    expect(await poll(code)).toMatchObject(refused('invalid_grant'))
  })

  it('rejects an unknown code and a code of another client', async () => {
    await start()
    const { device_code: code } = (await startDevice()).body as Codes
    const other = await registerApplication(sandbox)
    expect(await poll('nonsense')).toMatchObject(refused('invalid_grant'))
    expect(await poll('')).toMatchObject(refused('invalid_request'))
    expect(await poll(code, { client_id: other.clientId })).toMatchObject(refused('invalid_grant'))
  })
})

describe('/oauth/device', () => {
  it('shows the code from the address, and not the application', async () => {
    await start()
    const { verification_uri_complete: url, user_code: code } = (await startDevice()).body as Codes
    const html = await (await fetch(url)).text()
    expect(html).toContain(`value="${code}"`)
    expect(html).not.toContain('Latchkey')
  })

  it('rejects an unknown, a used, and an expired code, and users who can’t sign in', async () => {
    await start()
    const [first, second] = [
      (await startDevice()).body as Codes,
      (await startDevice()).body as Codes,
    ]
    await expect(confirmDevice(sandbox, 'NONSENSE', maya)).rejects.toThrow('is invalid')
    await expect(confirmDevice(sandbox, first.user_code, 'dev_singh')).rejects.toThrow('login')
    await confirmDevice(sandbox, first.user_code, maya)
    await expect(confirmDevice(sandbox, first.user_code, maya)).rejects.toThrow('is invalid')
    setSeconds(300)
    await expect(confirmDevice(sandbox, second.user_code, maya)).rejects.toThrow('is expired')
  })
})

describe('openid-client', () => {
  it('signs in with a device code', async () => {
    await start()
    const server = {
      issuer: sandbox.url,
      token_endpoint: `${sandbox.url}/oauth/token`,
      device_authorization_endpoint: `${sandbox.url}/oauth/authorize_device`,
    }
    const config = new client.Configuration(server, application.clientId, undefined, client.None())
    client.allowInsecureRequests(config)
    const codes = await client.initiateDeviceAuthorization(config, { scope: 'api' })
    await confirmDevice(sandbox, codes.user_code, maya)
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...codes, interval: 0.001 })
    expect(tokens.refresh_token).toHaveLength(64)
  })
})
