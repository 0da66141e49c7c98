import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AnyEndpoint, checkInput } from './endpoint.ts'
import { serviceTable } from './index.ts'

/** The number of endpoints per group in the API specification, which doesn't list the optional ones. */
const groups: Record<string, { families: (keyof typeof serviceTable)[]; endpoints: number }> = {
  users: { families: ['users'], endpoints: 6 },
  'current user': { families: ['user', 'status', 'preferences'], endpoints: 11 },
  following: { families: ['following'], endpoints: 4 },
  'service accounts': { families: ['serviceAccounts'], endpoints: 2 },
  'associations and memberships': { families: ['associations'], endpoints: 2 },
  'groups and projects': { families: ['groups', 'projects'], endpoints: 0 },
  pipelines: { families: ['pipelineSchedules', 'runners'], endpoints: 0 },
  'SSH keys': { families: ['sshKeys'], endpoints: 8 },
  'GPG keys': { families: ['gpgKeys'], endpoints: 8 },
  emails: { families: ['emails'], endpoints: 7 },
  moderation: { families: ['moderation'], endpoints: 8 },
  tokens: {
    families: ['impersonationTokens', 'personalAccessTokens', 'anyTokens'],
    endpoints: 6,
  },
  'two-factor authentication': { families: ['twoFactor'], endpoints: 1 },
  applications: { families: ['applications', 'userApplications'], endpoints: 0 },
  'custom attributes': { families: ['customAttributes'], endpoints: 3 },
}

const endpoints = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations).map(
    ([name, endpoint]) => [`${family}.${name}`, endpoint] as const,
  ),
)

describe('serviceTable', () => {
  it.each(Object.entries(groups))(
    'includes every endpoint of the group %s',
    (_, { families, endpoints }) => {
      const declared = families.flatMap((family) =>
        Object.values<AnyEndpoint>(serviceTable[family]),
      )
      expect(declared.filter(({ optional }) => !optional)).toHaveLength(endpoints)
    },
  )

  it('has 66 endpoints and 41 optional ones, each with a unique method and path', () => {
    expect(endpoints.filter(([, { optional }]) => !optional)).toHaveLength(66)
    expect(new Set(endpoints.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(107)
    const grouped = Object.values(groups).flatMap(({ families }) => families)
    expect(new Set(grouped)).toEqual(new Set(Object.keys(serviceTable)))
  })

  it('marks every optional endpoint as local', () => {
    const optional = endpoints.filter(([, endpoint]) => endpoint.optional)
    expect(optional).toHaveLength(41)
    for (const [name, endpoint] of optional)
      expect({ name, local: endpoint.local }).toEqual({ name, local: true })
  })

  it.each(endpoints)('%s rejects unknown fields', (_, endpoint) => {
    const path = Object.fromEntries(Object.keys(endpoint.pathParameters).map((name) => [name, 1]))
    const input = { ...path, notAParameter: true }
    expect(() => checkInput(endpoint, input)).toThrow(z.ZodError)
  })
})

/** Whether an endpoint accepts an input. */
function takes(endpoint: AnyEndpoint, input: object): boolean {
  try {
    checkInput(endpoint, input)
    return true
  } catch (error) {
    if (error instanceof z.ZodError) return false
    throw error
  }
}

describe('endpoint inputs', () => {
  const { users, user, status, preferences, impersonationTokens, personalAccessTokens } =
    serviceTable
  const { anyTokens, sshKeys, emails, pipelineSchedules, serviceAccounts } = serviceTable
  const person = { email: 'ada@example.org', name: 'Ada', username: 'ada' }

  it.each([
    [users.create, person, { ...person, reset_password: true }],
    [users.create, { ...person, password: 'short' }, { ...person, password: 'long enough' }],
    [
      users.create,
      { ...person, reset_password: false },
      { ...person, force_random_password: true },
    ],
    [users.modify, { id: 1, provider: 'ldap' }, { id: 1, provider: 'ldap', extern_uid: 'ada' }],
    [users.list, { extern_uid: 'ada' }, { extern_uid: 'ada', provider: 'ldap' }],
    [users.list, { active: false }, { active: true }],
    [users.list, { order_by: 'magic' }, { order_by: 'name', sort: 'asc' }],
    [users.list, { created_after: 'yesterday' }, { created_after: '2026-01-01T00:00:00+02:00' }],
    [users.list, { created_after: '2026-02-30' }, { created_after: '2026-02-28' }],
    [users.get, { id: '1' }, { id: 1 }],
    [users.get, { id: -1 }, { id: 1, with_custom_attributes: true }],
    [status.set, { message: 'x'.repeat(101) }, { message: '😀'.repeat(100) }],
    [status.set, { clear_status_after: '2_hours' }, { clear_status_after: '3_hours' }],
    [user.createRunner, { runner_type: 'group_type' }, { runner_type: 'group_type', group_id: 1 }],
    [
      user.createRunner,
      { runner_type: 'project_type', group_id: 1 },
      { runner_type: 'instance_type' },
    ],
    [
      user.createRunner,
      { runner_type: 'instance_type', maintenance_note: 'x'.repeat(1025) },
      { runner_type: 'instance_type', maintenance_note: 'x'.repeat(1024) },
    ],
    [
      impersonationTokens.create,
      { user_id: 1, name: ' ', scopes: ['api'], expires_at: '2026-12-31' },
      { user_id: 1, name: 'x' },
    ],
    [
      impersonationTokens.create,
      { user_id: 1, name: 'x', description: 'd'.repeat(256) },
      { user_id: 1, name: 'x', description: '😀'.repeat(255) },
    ],
    [
      personalAccessTokens.createFor,
      { user_id: 1, name: 'x', scopes: ['api'], description: 'd'.repeat(256) },
      { user_id: 1, name: 'x', scopes: ['api'], description: '' },
    ],
    [
      personalAccessTokens.create,
      { name: 'x', scopes: ['api'] },
      { name: 'x', scopes: ['k8s_proxy'] },
    ],
    [
      personalAccessTokens.create,
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['k8s_proxy', 'self_rotate'], description: 'kubectl' },
    ],
    [personalAccessTokens.list, { state: 'all' }, { user_id: 1, state: 'active' }],
    [personalAccessTokens.rotate, { token_id: 1 }, { token_id: 1, expires_at: '2026-12-31' }],
    [anyTokens.identify, { token: ' ' }, { token: 'glpat-x' }],
    [anyTokens.revoke, {}, { token: 'glpat-x' }],
    [sshKeys.find, {}, { fingerprint: 'SHA256:x' }],
    [
      pipelineSchedules.takeOwnership,
      { project_id: 1, schedule_id: 2 },
      { project_id: 1, schedule_id: 2, sudo: 3 },
    ],
    [sshKeys.add, { title: ' ', key: 'x' }, { title: 'laptop', key: 'ssh-ed25519 AAAA' }],
    [emails.add, { email: 'nobody' }, { email: 'a@b.example' }],
    [emails.add, { email: 'a@b@c' }, { email: 'kim@intranet' }],
    [emails.addFor, { id: 1, email: 'a b@example.com' }, { id: 1, email: 'jörg@example.com' }],
    [emails.add, { email: '@example.com' }, { email: 'o&m@example.com' }],
    [serviceAccounts.create, { email: 'nobody' }, { email: 'a..b@example.com' }],
    [
      users.create,
      { ...person, reset_password: true, job_title: 'x' },
      { ...person, reset_password: true, github: 'x' },
    ],
    [users.list, { job_title: 'x' }, { public_email: 'ada@example.org' }],
    [preferences.set, { theme_id: true }, { policy_advanced_editor: true }],
  ] as const)('reject invalid and accept valid values (case %#, %o)', (endpoint, wrong, right) => {
    expect(takes(endpoint, wrong)).toBe(false)
    expect(takes(endpoint, right)).toBe(true)
  })
})

describe('endpoint responses', () => {
  const { moderation, associations, gpgKeys, users, user } = serviceTable
  const person = { id: 7, username: 'ada', name: 'Ada' }

  it('can contain only an ID, IDs as strings, and unknown fields and states', () => {
    const answer = users.get.returns.parse({ ...person, id: '7', state: 'frozen', brand_new: 1 })
    expect(answer).toMatchObject({ id: 7, state: 'frozen', brand_new: 1 })
    expect(user.get.returns.parse({ ...person, bio: null, is_admin: null }).is_admin).toBeNull()
    expect(users.get.returns.parse({ id: 7 })).toEqual({
      id: 7,
      username: '',
      name: '',
      state: 'unknown',
    })
    expect(() => users.get.returns.parse({ username: 'ada', name: 'Ada' })).toThrow('id')
  })

  it('accept both the documented and the actual status code of a rejection', () => {
    expect(moderation.reject.status).toEqual([200, 201])
  })

  it('accept any body for moderation', () => {
    for (const answer of [true, false, null, { message: 'Success' }, 'ok', []]) {
      expect(moderation.block.returns.parse(answer)).toEqual(answer)
    }
  })

  it('accept access levels as number or text, and a created GPG key as object or list', () => {
    const member = { source_id: 1, source_name: 'x', source_type: 'Project' }
    const parse = (level: unknown) =>
      associations.memberships.returns.parse([{ ...member, access_level: level }])[0]!.access_level
    expect([parse('20'), parse(20)]).toEqual([20, 20])
    const key = { id: 1, key: 'armor' }
    expect(gpgKeys.add.returns.parse(key)).toEqual([key])
    expect(gpgKeys.add.returns.parse([key])).toEqual([key])
  })
})
