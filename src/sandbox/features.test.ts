import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from './features.ts'
import type { Feature } from './features.ts'
import { allRoutes } from './routes.ts'
import { startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'
import { ee, everywhere, instances, isAmong, nowhere } from './testing/instances.ts'
import type { Where } from './testing/instances.ts'
import { makeSshKey } from './testing/keys.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe('features', () => {
  const routes = new Map(allRoutes().map((route) => [route.name, route]))

  it.each(Object.entries<Feature>(features))(
    '%s lists only parameters that exist',
    (_, feature) => {
      for (const [name, parameters] of Object.entries(feature.parameters ?? {})) {
        const { handler } = routes.get(name as keyof NonNullable<typeof feature.parameters>)!
        expect(Object.keys(handler.parameters!)).toEqual(expect.arrayContaining([...parameters]))
      }
      for (const name of feature.endpoints ?? []) expect(routes.has(name)).toBe(true)
    },
  )
})

describe.each(instances)('GitLab $name', (instance) => {
  let sandbox: TestSandbox
  const has = (where: Where) => isAmong(where, instance)
  const { edition, version } = instance
  beforeAll(async () => {
    sandbox = await startTestSandbox({ edition, version, flavor: 'gitlab', users: 60 })
  })
  afterAll(() => sandbox.stop())

  const read = async <T>(path: string) => (await sandbox.asAdmin('GET', path)).body as T
  const idOf = async (username: string) =>
    (await read<{ id: number }[]>(`/users?username=${username}`))[0]!.id
  const total = async (query: string) =>
    (await sandbox.asAdmin('GET', `/users?${query}`)).headers.get('x-total')
  const post = async (path: string, body: object = {}) => sandbox.asAdmin('POST', path, body)
  const created = async (path: string, body: object = {}) =>
    (await post(path, body)).body as Record<string, unknown>

  it('returns the user fields that its edition and version have', async () => {
    const fields: Record<string, Where> = {
      is_auditor: ee,
      plan: ee,
      trial: ee,
      provisioned_by_group_id: ee,
      scim_identities: ee,
      shared_runners_minutes_limit: ee,
      extra_shared_runners_minutes_limit: ee,
      email_reset_offered_at: { from: '17' },
      skype: { to: '17' },
      github: { from: '19' },
      job_title: everywhere,
    }
    const known = Object.keys(fields).filter((field) => has(fields[field]!))
    const fieldsOf = (user: object) => Object.keys(fields).filter((field) => field in user)
    const [listed] = await read<object[]>('/users?username=saml.sue')
    for (const user of [listed!, await read<object>('/users/2'), await read<object>('/user')]) {
      expect(fieldsOf(user)).toEqual(known)
    }
    expect('using_license_seat' in listed!).toBe(has(ee))
    const [basic] = (await sandbox.asUser('GET', '/users?username=ines')).body as object[]
    expect(fieldsOf(basic!)).toEqual([])
  })

  it('returns the SAML provider of an identity in the Enterprise Edition', async () => {
    const sue = await read<{ identities: object[] }>(`/users/${await idOf('saml.sue')}`)
    expect(sue.identities).toEqual([
      {
        provider: 'group_saml',
        extern_uid: 'sue@idp.example.com',
        ...(has(ee) && { saml_provider_id: 10 }),
      },
      { provider: 'saml', extern_uid: 'a1b2c3d4' },
    ])
  })

  it.each(['auditors=true', 'skip_ldap=true'])(
    'filters by %s in the Enterprise Edition only',
    async (query) => {
      const [all, some] = [await total('humans=true'), await total(`humans=true&${query}`)]
      expect(some !== all).toBe(has(ee))
    },
  )

  it('filters by SAML provider, rejects the filter, or ignores it', async () => {
    const answer = await sandbox.asAdmin('GET', '/users?saml_provider_id=10')
    if (has({ edition: 'ee', from: '18.11' })) {
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({
        message: expect.stringMatching(/^403 Forbidden - saml_provider_id attribute was removed/),
      })
    } else {
      expect(answer.status).toBe(200)
      expect((answer.body as object[]).length === 1).toBe(has(ee))
    }
  })

  it('finds users by SCIM identity in the Enterprise Edition only', async () => {
    const found = await read<object[]>('/users?provider=scim&extern_uid=sue.abara@idp.example.com')
    expect(found).toHaveLength(has(ee) ? 1 : 0)
  })

  it('filters users by public email since 19', async () => {
    const address = 'Maya.Lindqvist@example.com'
    const found = await total(`public_email=${encodeURIComponent(address)}`)
    expect(found === '1').toBe(has({ from: '19' }))
  })

  it('stores the user parameters that its edition and version accept', async () => {
    const fields: [field: string, value: unknown, where: Where][] = [
      ['is_auditor', true, ee],
      ['shared_runners_minutes_limit', 7, ee],
      ['extra_shared_runners_minutes_limit', 7, ee],
      ['skype', 'echo123', { to: '17' }],
      ['github', 'octocat', { from: '19' }],
      ['job_title', 'Queen', nowhere],
      ['location', 'Bergen', everywhere],
    ]
    const { is_auditor: auditor, ...others } = Object.fromEntries(fields)
    const change = { auditor, ...others }
    const known = fields.filter(([, , where]) => has(where)).map(([field]) => field)
    const storedFields = (user: Record<string, unknown>) =>
      fields.filter(([field, value]) => user[field] === value).map(([field]) => field)
    const user = { email: 'new@example.org', name: 'New', username: 'new' }
    const createdUser = await created('/users', { ...user, force_random_password: true, ...change })
    expect(storedFields(createdUser)).toEqual(known)
    const { body } = await sandbox.asAdmin('PUT', '/users/2', change)
    expect(storedFields(body as Record<string, unknown>)).toEqual(known)
  })

  it('stores the group of a SAML identity in the Enterprise Edition', async () => {
    const identity = { provider: 'group_saml', extern_uid: 'maya@idp', group_id_for_saml: 7 }
    const { body } = await sandbox.asAdmin('PUT', '/users/2', identity)
    const { identities } = body as { identities: { saml_provider_id?: number | null }[] }
    expect(identities[0]!.saml_provider_id).toBe(has(ee) ? 7 : undefined)
  })

  it('supports keyset paging of users since 16.5 and offset paging always', async () => {
    const { headers } = await sandbox.asAdmin('GET', '/users?pagination=keyset&per_page=10')
    expect(headers.get('x-page')).toBe(has({ from: '17' }) ? null : '1')
    expect(headers.get('link')?.includes('cursor=')).toBe(has({ from: '17' }))
    expect((await sandbox.asAdmin('GET', '/users?page=2')).headers.get('x-page')).toBe('2')
  })

  it('rejects high offsets since 17', async () => {
    const { status } = await sandbox.asAdmin('GET', '/users?page=501&per_page=100')
    expect(status).toBe(has({ from: '17' }) ? 405 : 200)
  })

  it('accepts avatars since 17.0', async () => {
    const form = new FormData()
    form.set('avatar', new File([png], 'maya.png'))
    const { status, body } = await sandbox.asUser('PUT', '/user/avatar', form)
    if (has({ from: '17' })) expect(status).toBe(200)
    else expect({ status, body }).toEqual({ status: 404, body: { error: '404 Not Found' } })
  })

  it('serves service accounts, in the Community Edition since 19, and lists them since 17.1', async () => {
    const input = { name: 'Robot', username: 'robot-1', email: 'robot@example.org' }
    const { status, body } = await post('/service_accounts', input)
    const list = await sandbox.asAdmin('GET', '/service_accounts')
    if (!has(ee) && !has({ from: '19' })) {
      expect([status, list.status]).toEqual([404, 404])
      return
    }
    expect(status).toBe(201)
    const acceptsName = has({ from: '17' })
    expect((body as { username: string }).username === 'robot-1').toBe(acceptsName)
    expect('email' in (body as object)).toBe(acceptsName)
    expect(list.status).toBe(acceptsName ? 200 : 405)
  })

  it('serves applications of the instance always, and users’ own ones since 19', async () => {
    const input = { name: 'A', redirect_uri: 'http://127.0.0.1/', scopes: 'api' }
    expect((await post('/applications', input)).status).toBe(201)
    const isNew = has({ from: '19' })
    expect((await post('/user/applications', input)).status).toBe(isNew ? 201 : 404)
    expect((await sandbox.asUser('GET', '/user/applications')).status).toBe(isNew ? 200 : 404)
  })

  it('lists service accounts of groups since 17.1 and of projects since 18.11', async () => {
    const statusOf = async (path: string) =>
      (await sandbox.asAdmin('GET', `${path}/service_accounts`)).status
    const since = (from: '17' | '18.11') => has({ edition: 'ee', from }) || has({ from: '19' })
    expect(await statusOf('/groups/tidewater-maps')).toBe(since('17') ? 200 : 404)
    expect(await statusOf('/projects/1')).toBe(since('18.11') ? 200 : 404)
  })

  it('accepts the access level of the Security Manager since 19', async () => {
    const member = { user_id: await idOf('xiaoyu'), access_level: 25 }
    await sandbox.asAdmin('DELETE', `/groups/1/members/${member.user_id}`)
    const { status } = await post('/groups/1/members', member)
    expect(status).toBe(has({ from: '19' }) ? 201 : 400)
  })

  it('stores policy_advanced_editor in the Enterprise Edition since 18.5', async () => {
    const where = { edition: 'ee', from: '18.11' } as const
    const change = { policy_advanced_editor: true, show_whitespace_in_diffs: false }
    const { body } = await sandbox.asUser('PUT', '/user/preferences', change)
    expect(body).toMatchObject({ show_whitespace_in_diffs: false })
    const kept = (await sandbox.asUser('GET', '/user/preferences')).body
    expect((kept as typeof change).policy_advanced_editor).toBe(has(where) ? true : undefined)
    const alone = { policy_advanced_editor: true }
    const { status } = await sandbox.asUser('PUT', '/user/preferences', alone)
    expect(status).toBe(has(where) ? 200 : 400)
  })

  it('includes the last use of an SSH key since 19', async () => {
    const keys = (await sandbox.asUser('GET', '/user/keys')).body as { last_used_at?: string }[]
    expect(keys[0]!.last_used_at).toBe(has({ from: '19' }) ? '2025-06-30T00:00:00.000Z' : undefined)
    const key = { title: 'New', key: makeSshKey() }
    const { body } = await sandbox.asUser('POST', '/user/keys', key)
    expect((body as (typeof keys)[0]).last_used_at).toBe(has({ from: '19' }) ? null : undefined)
  })

  it('returns the rotation deadline of runner tokens in the Enterprise Edition', async () => {
    const runner = await created('/user/runners', { runner_type: 'instance_type' })
    expect(runner).toHaveProperty('token_expires_at', null)
    expect('token_rotation_deadline' in runner).toBe(has({ edition: 'ee', from: '18.11' }))
  })
})

describe('default sandbox', () => {
  it('simulates the Enterprise Edition of version 19', async () => {
    const [withDefaults, withOptions] = [
      await startTestSandbox(),
      await startTestSandbox({ edition: 'ee', version: '19' }),
    ]
    const fields = async ({ asAdmin }: TestSandbox) =>
      Object.keys((await asAdmin('GET', '/users/2')).body as object)
    expect(await fields(withDefaults)).toEqual(await fields(withOptions))
    await Promise.all([withDefaults.stop(), withOptions.stop()])
  })
})

describe('flavor interface', () => {
  it('returns 404 for the calling token', async () => {
    const sandbox = await startTestSandbox({ flavor: 'interface' })
    expect((await sandbox.asAdmin('GET', '/personal_access_tokens/self')).status).toBe(404)
    await sandbox.stop()
  })

  it('returns 404 for OAuth and its applications', async () => {
    const sandbox = await startTestSandbox({ flavor: 'interface' })
    expect((await sandbox.asAdmin('GET', '/applications')).status).toBe(404)
    for (const path of ['token', 'revoke', 'authorize', 'authorize_device', 'device']) {
      const response = await fetch(`${sandbox.url}/oauth/${path}`, { method: 'POST' })
      expect(response.status).toBe(404)
    }
    await sandbox.stop()
  })

  it('returns the Skype field in every version', async () => {
    const sandbox = await startTestSandbox({ version: '19', flavor: 'interface' })
    expect((await sandbox.asAdmin('GET', '/users/2')).body).toHaveProperty('skype')
    await sandbox.stop()
  })
})
