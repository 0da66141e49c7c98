import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

/** Fields that only the interface document lists here. */
const documented = ['followers', 'following', 'is_followed', 'skype']
const ownFields = (
  'id username name state locked avatar_url web_url created_at bio bot location public_email linkedin twitter ' +
  'github discord website_url organization job_title pronouns work_information local_time email last_sign_in_at ' +
  'confirmed_at theme_id last_activity_on color_scheme_id projects_limit current_sign_in_at identities ' +
  'can_create_group can_create_project two_factor_enabled external private_profile commit_email ' +
  'shared_runners_minutes_limit extra_shared_runners_minutes_limit'
).split(' ')
const adminFields = (
  'is_admin note namespace_id created_by email_reset_offered_at current_sign_in_ip last_sign_in_ip sign_in_count ' +
  'plan trial is_auditor provisioned_by_group_id scim_identities'
).split(' ')

describe.each<[FlavorName, own: string[], ofAdmin: string[]]>([
  ['interface', documented, adminFields],
  ['gitlab', [], [...adminFields, 'highest_role']],
])('GET /user in flavor %s', (flavor, own, ofAdmin) => {
  let sandbox: TestSandbox
  beforeAll(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterAll(() => sandbox.stop())

  const get = async (token: string, path = '/user') =>
    (await sandbox.ask('GET', path, { token })).body as Record<string, unknown>
  const sorted = (names: string[]) => names.toSorted()

  it('returns exactly these fields for a regular user', async () => {
    const user = await get(sandbox.tokens.user)
    expect(sorted(Object.keys(user))).toEqual(sorted([...ownFields, ...own]))
  })

  it('adds these fields for an administrator', async () => {
    const admin = await get(sandbox.tokens.admin)
    expect(sorted(Object.keys(admin))).toEqual(sorted([...ownFields, ...own, ...ofAdmin]))
    expect(admin).toMatchObject({ id: 1, is_admin: true })
  })

  it('returns the regular view to an administrator who impersonates a regular user', async () => {
    expect(await get(sandbox.tokens.admin, '/user?sudo=2')).toEqual(await get(sandbox.tokens.user))
  })

  it('returns a full profile', async () => {
    expect(await get(sandbox.tokens.user)).toMatchObject({
      username: 'maya.lindqvist',
      web_url: `${sandbox.url}/maya.lindqvist`,
      job_title: 'Frontend engineer',
      pronouns: 'she/her',
      work_information: 'Frontend engineer at Tidewater Maps',
      local_time: '2:00 PM',
      bot: false,
      identities: [
        { provider: 'ldapmain', extern_uid: 'uid=maya.lindqvist,ou=people,dc=example,dc=com' },
      ],
    })
  })

  it('returns empty or null values for unset fields', async () => {
    const unset = flavor === 'gitlab' ? null : ''
    expect(await get(sandbox.tokens.admin, '/user?sudo=x')).toMatchObject({
      bio: '',
      location: null,
      public_email: unset,
      job_title: unset,
      pronouns: unset,
      work_information: null,
      local_time: flavor === 'gitlab' ? null : '12:00 PM',
    })
  })

  it('returns the SAML provider for group_saml only', async () => {
    const { identities } = await get(sandbox.tokens.admin, '/user?sudo=saml.sue')
    expect(identities).toEqual([
      { provider: 'group_saml', extern_uid: 'sue@idp.example.com', saml_provider_id: 10 },
      { provider: 'saml', extern_uid: 'a1b2c3d4' },
    ])
  })

  it('returns unusual names unchanged', async () => {
    expect(await get(sandbox.tokens.admin, '/user?sudo=onerror')).toMatchObject({
      name: '<img src=x onerror=alert(1)>',
    })
    expect(await get(sandbox.tokens.admin, '/user?sudo=reversed')).toMatchObject({
      name: 'invoice\u202Egpj.exe',
    })
    const { name } = await get(sandbox.tokens.admin, '/user?sudo=name-of-255')
    expect(name).toHaveLength(255)
  })
})

describe('GET /user_counts', () => {
  it("counts the caller's work items", async () => {
    const sandbox = await startTestSandbox()
    const { body } = await sandbox.ask('GET', '/user_counts', { token: sandbox.tokens.user })
    expect(body).toEqual({
      assigned_issues: 7,
      assigned_merge_requests: 2,
      merge_requests: 2,
      review_requested_merge_requests: 3,
      todos: 5,
    })
    expect((await sandbox.ask('GET', '/user_counts')).status).toBe(401)
    await sandbox.stop()
  })
})
