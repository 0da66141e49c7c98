import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import { createUserLister } from '../testing/listing.ts'
import type { ListedUser } from '../testing/listing.ts'

const basicFields = ['id', 'username', 'name', 'state', 'locked', 'avatar_url', 'web_url']
const adminFields = (
  'created_at bio bot location public_email linkedin twitter github discord website_url organization job_title ' +
  'is_followed email last_sign_in_at confirmed_at last_activity_on theme_id color_scheme_id projects_limit ' +
  'current_sign_in_at identities can_create_group can_create_project two_factor_enabled external private_profile ' +
  'commit_email shared_runners_minutes_limit extra_shared_runners_minutes_limit is_admin note namespace_id ' +
  'created_by email_reset_offered_at plan trial is_auditor provisioned_by_group_id using_license_seat ' +
  'scim_identities'
).split(' ')

let sandbox: TestSandbox
const { ask, list, names } = createUserLister(() => sandbox)

describe.each<FlavorName>(['interface', 'gitlab'])('GET /users in flavor %s', (flavor) => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ flavor, users: 120 })))
  afterAll(() => sandbox.stop())

  it('returns exactly the expected fields to users and to administrators', async () => {
    const [basic] = await list('', 'user')
    expect(Object.keys(basic!)).toEqual(basicFields)
    const documented = ['current_sign_in_ip', 'last_sign_in_ip', 'skype']
    const [full] = await list('')
    expect(Object.keys(full!).toSorted()).toEqual(
      [...basicFields, ...adminFields, ...(flavor === 'interface' ? documented : [])].toSorted(),
    )
    const [noted] = await list('with_custom_attributes=true&username=maya.lindqvist')
    expect(noted).toMatchObject({
      custom_attributes: [
        { key: 'cost_centre', value: '4200' },
        { key: 'department', value: 'Maps' },
        { key: 'shirt', value: 'M' },
      ],
    })
    expect((await list('with_custom_attributes=true', 'user'))[0]).toEqual(basic)
  })

  it('ignores admin-only parameters from other callers', async () => {
    const all = await names('', 'user')
    for (const query of [
      'two_factor=enabled',
      'without_projects=true',
      'admins=true',
      'skip_ldap=true',
    ]) {
      expect(await names(query, 'user')).toEqual(all)
    }
    const isInterface = flavor === 'interface'
    expect((await names('created_after=2100-01-01', 'user')).length).toBe(isInterface ? 0 : 100)
    const ascending = await list('sort=asc', 'user')
    expect(ascending[0]!.id === 1).toBe(!isInterface)
  })

  it('shows auditors the administrator view in flavor gitlab only', async () => {
    const { body } = await sandbox.ask('GET', '/users?sudo=aroha&per_page=100', {
      token: sandbox.tokens.admin,
    })
    const seen = body as ListedUser[]
    expect('email' in seen[0]!).toBe(flavor === 'gitlab')
    expect(seen.map(({ state }) => state)).not.toContain('blocked')
  })
})

describe('GET /users', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ users: 120 })))
  afterAll(() => sandbox.stop())

  it('rejects anonymous callers', async () => {
    for (const query of ['', 'username=', 'search=ines', 'pagination=keyset']) {
      expect(await sandbox.ask('GET', `/users?${query}`)).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden - Not authorized to access /api/v4/users' },
      })
    }
  })

  it('finds a user by username for anonymous callers', async () => {
    const response = await sandbox.ask('GET', '/users?username=MAYA.lindqvist')
    expect(response.body).toMatchObject([{ id: 2, username: 'maya.lindqvist' }])
    expect(Object.keys((response.body as ListedUser[])[0]!)).toEqual(basicFields)
    for (const nobody of ['maya', 'piotr.zielinski', '2']) {
      expect((await sandbox.ask('GET', `/users?username=${nobody}`)).body).toEqual([])
    }
  })

  it('hides blocked and banned users from everyone but administrators', async () => {
    const states = async (who: 'admin' | 'user') =>
      [...new Set((await list('page=2&sort=desc', who)).map(({ state }) => state))].toSorted()
    expect(await states('admin')).toContain('banned')
    const seen = new Set((await list('', 'user')).map(({ state }) => state))
    for (const state of ['blocked', 'ldap_blocked', 'banned']) expect(seen).not.toContain(state)
    expect(await list('blocked=true', 'user')).toEqual([])
    expect(await names('username=winter.sleep', 'user')).toEqual(['winter.sleep'])
  })

  it.each<[string, (user: ListedUser) => boolean]>([
    ['active=true', (user) => user.state === 'active'],
    ['blocked=true', (user) => ['blocked', 'ldap_blocked'].includes(user.state)],
    ['external=true', (user) => user['external'] === true],
    ['exclude_active=true', (user) => user.state !== 'active'],
    ['exclude_external=true', (user) => user['external'] === false],
    ['humans=true', (user) => user['bot'] === false],
    ['exclude_humans=true', (user) => user['bot'] === true],
    ['two_factor=enabled', (user) => user['two_factor_enabled'] === true],
    ['two_factor=disabled', (user) => user['two_factor_enabled'] === false],
    ['admins=true', (user) => user['is_admin'] === true],
    ['auditors=true', (user) => user['is_auditor'] === true],
  ])('filters by %s', async (query, is) => {
    const allUsers = [...(await list('page=1')), ...(await list('page=2'))]
    const internal = ['alert-bot', 'support-bot', 'ghost']
    const expected = allUsers
      .filter(is)
      .filter(({ username }) => query !== 'active=true' || !internal.includes(username))
    const matches = [...(await list(`${query}&page=1`)), ...(await list(`${query}&page=2`))]
    expect(matches.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(matches.length).toBeGreaterThan(0)
    expect(matches.length).toBeLessThan(allUsers.length)
  })

  it('ignores filters that are false or invalid', async () => {
    const all = await names('')
    for (const query of ['active=false', 'blocked=', 'two_factor=perhaps', 'skip_ldap=0']) {
      expect(await names(query)).toEqual(all)
    }
  })

  it('excludes each kind of bot by its own flag', async () => {
    const bots = async (query: string) => (await names(`exclude_humans=true&${query}`)).toSorted()
    const internal = ['alert-bot', 'ghost', 'support-bot']
    const all = await bots('')
    expect(all).toEqual(expect.arrayContaining([...internal, 'deploy-bot', 'project_17_bot_9f2c']))
    expect(await bots('exclude_internal=true')).toEqual(
      all.filter((name) => !internal.includes(name)),
    )
    expect(await bots('without_project_bots=true')).not.toContain('project_17_bot_9f2c')
    expect(await bots('without_project_bots=true')).toContain('deploy-bot')
  })

  it('finds users by provider identity for administrators', async () => {
    const uid = encodeURIComponent('uid=maya.lindqvist,ou=people,dc=example,dc=com')
    expect(await names(`provider=ldapmain&extern_uid=${uid}`)).toEqual(['maya.lindqvist'])
    expect(await names(`provider=saml&extern_uid=${uid}`)).toEqual([])
    const withoutLdap = await names('skip_ldap=true&sort=asc')
    expect(withoutLdap).toContain('saml.sue')
    expect(withoutLdap).not.toContain('maya.lindqvist')
    expect(await ask(`provider=ldapmain&extern_uid=${uid}`, 'user')).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    })
    for (const query of ['provider=ldapmain', 'extern_uid=x']) {
      expect(await ask(query)).toMatchObject({
        status: 400,
        body: { error: 'extern_uid, provider provide all or none of parameters' },
      })
    }
  })

  it('finds users who match all custom attributes', async () => {
    const one = 'custom_attributes[department]=Maps&sort=asc'
    expect(await names(one)).toEqual(['maya.lindqvist', 'piotr.zielinski', 'saml.sue'])
    expect(await names(`${one}&custom_attributes[cost_centre]=4200`)).toEqual([
      'maya.lindqvist',
      'saml.sue',
    ])
    expect(await names(`${one}&custom_attributes[__proto__]=x`)).toEqual([])
    expect((await names(one, 'user')).length).toBeGreaterThan(3)
    expect(await ask('custom_attributes=Maps')).toMatchObject({
      status: 400,
      body: { error: 'custom_attributes is invalid' },
    })
  })

  it('filters by creation time and by having no projects', async () => {
    const all = await list('sort=asc')
    const moment = String(all[50]!['created_at'])
    const after = await list(`sort=asc&created_after=${moment}`)
    expect(after.every((user) => String(user['created_at']) >= moment)).toBe(true)
    expect(after.map(({ id }) => id)).toContain(all[50]!.id)
    const before = await list(`created_before=${moment.slice(0, 10)}`)
    expect(before.every((user) => String(user['created_at']) <= moment)).toBe(true)
    expect(await names('without_projects=true')).not.toContain('maya.lindqvist')
    expect(await names('without_projects=true&username=x')).toEqual(['x'])
  })

  it('sorts as requested', async () => {
    for (const by of ['id', 'name', 'username', 'updated_at'] as const) {
      const up = await list(`order_by=${by}&sort=asc`)
      const down = await list(`order_by=${by}&sort=desc&page=1`)
      const folded = (user: ListedUser) =>
        typeof user[by] === 'string'
          ? user[by].replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          : user[by]
      const values = up.map(folded)
      if (by === 'username') expect(values).toEqual(values.toSorted())
      expect(down[0]!.id).not.toBe(up[0]!.id)
    }
    const byCreation = await list('order_by=created_at&sort=asc')
    expect(byCreation).toEqual(await list('order_by=id&sort=asc'))
    expect((await list(''))[0]!.id).toBeGreaterThan((await list(''))[1]!.id)
  })

  it.each([
    ['order_by=magic', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['active=perhaps', 'active is invalid'],
    ['search[]=a', 'search is invalid'],
    ['created_after=yesterday', 'created_after is invalid'],
    ['created_before=2025-02-30', 'created_before is invalid'],
    ['saml_provider_id=x&page=first', 'page is invalid, saml_provider_id is invalid'],
  ])('rejects %s from any caller', async (query, error) => {
    for (const who of ['admin', 'user'] as const) {
      expect(await ask(query, who)).toMatchObject({ status: 400, body: { error } })
    }
  })
})
