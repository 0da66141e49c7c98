import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

describe('PATCH /users/:id/disable_two_factor', () => {
  let sandbox: TestSandbox
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())
  const disable = async (id: number | string, token = sandbox.tokens.admin) => {
    const { status, body } = await sandbox.ask('PATCH', `/users/${id}/disable_two_factor`, {
      token,
    })
    return { status, body }
  }
  const isEnabled = async () => {
    const { body } = await sandbox.ask('GET', '/user', { token: sandbox.tokens.user })
    return (body as { two_factor_enabled: boolean }).two_factor_enabled
  }
  const refused = (message: string, status = 403) => ({ status, body: { message } })
  const notEnabled = refused(
    '400 Bad request - Two-factor authentication is not enabled for this user',
    400,
  )
  const forAdmins = refused(
    '403 Forbidden - Two-factor authentication for admins cannot be disabled via the API. Use the Rails console',
  )

  it('disables two-factor authentication once', async () => {
    expect(await isEnabled()).toBe(true)
    expect(await disable(2)).toEqual({ status: 204, body: undefined })
    expect(await isEnabled()).toBe(false)
    expect(await disable(2)).toEqual(notEnabled)
  })

  it('rejects administrators with and without two-factor authentication', async () => {
    const { body } = await sandbox.ask('GET', '/user?sudo=tomasz', {
      token: sandbox.tokens.admin,
    })
    const tomasz = body as { id: number; two_factor_enabled: boolean }
    expect(tomasz.two_factor_enabled).toBe(false)
    expect(await disable(1)).toEqual(forAdmins)
    expect(await disable(tomasz.id)).toEqual(forAdmins)
  })

  it('requires an administrator and an existing user', async () => {
    expect(await disable(2, sandbox.tokens.user)).toEqual(refused('403 Forbidden'))
    expect(await disable(2, '')).toEqual(refused('401 Unauthorized', 401))
    expect(await disable(999_999)).toEqual(refused('404 User Not Found', 404))
    expect(await disable('maya.lindqvist')).toEqual({
      status: 404,
      body: { error: '404 Not Found' },
    })
    expect(await isEnabled()).toBe(true)
  })

  it('rejects POST', async () => {
    const { status, headers } = await sandbox.ask('POST', '/users/2/disable_two_factor', {
      token: sandbox.tokens.admin,
    })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('PATCH')
  })
})
