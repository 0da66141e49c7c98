import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const insufficient = { status: 403, body: { message: '403 Forbidden - Insufficient permissions' } }
const missingScope = { status: 400, body: { message: '400 Bad request - Missing/invalid scope' } }

let sandbox: TestSandbox
const create = (body: unknown, token = sandbox.tokens.user) =>
  sandbox.ask('POST', '/user/runners', { token, body })
const createAsAdmin = (body: unknown) => create(body, sandbox.tokens.admin)
/** The id of a group or project from a member's memberships. */
async function place(name: string): Promise<number> {
  const { body } = await sandbox.ask('GET', '/users/2/memberships?per_page=100', {
    token: sandbox.tokens.admin,
  })
  const memberships = body as { source_id: number; source_name: string }[]
  return memberships.find(({ source_name }) => source_name === name)!.source_id
}

describe('POST /user/runners', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('returns the secret once, with exactly these fields', async () => {
    const { status, body } = await createAsAdmin({ runner_type: 'instance_type' })
    expect(status).toBe(201)
    expect(Object.keys(body as object)).toEqual([
      ...['id', 'token', 'token_expires_at', 'token_rotation_deadline'],
    ])
    expect(body).toMatchObject({ token_expires_at: null })
    expect((body as { token: string }).token).toMatch(/^glrt-[\w-]{20}$/)
  })

  it('accepts all settings', async () => {
    const body = {
      runner_type: 'instance_type',
      description: 'big one',
      paused: true,
      locked: false,
      run_untagged: false,
      tag_list: ['linux', 'arm'],
      access_level: 'ref_protected',
      maximum_timeout: 600,
      maintenance_note: 'n'.repeat(1024),
    }
    expect((await createAsAdmin(body)).status).toBe(201)
    expect((await createAsAdmin({ ...body, tag_list: 'linux,arm' })).status).toBe(201)
  })

  it('requires an administrator for instance runners', async () => {
    expect(await create({ runner_type: 'instance_type' })).toMatchObject(insufficient)
  })

  it('requires an owner or administrator for group and project runners', async () => {
    const group = { runner_type: 'group_type', group_id: await place('Maya’s sketches') }
    const project = { runner_type: 'project_type', project_id: await place('Tide tables') }
    for (const body of [group, project]) {
      expect((await create(body)).status).toBe(201)
      expect((await createAsAdmin(body)).status).toBe(201)
    }
    for (const body of [group, project]) {
      const { admin: token } = sandbox.tokens
      expect(await sandbox.ask('POST', '/user/runners?sudo=aroha', { token, body })).toMatchObject(
        insufficient,
      )
    }
  })

  it('requires a group for group runners and a project for project runners', async () => {
    expect(await create({ runner_type: 'group_type' })).toMatchObject({
      status: 400,
      body: { error: 'group_id is missing' },
    })
    expect(await create({ runner_type: 'project_type', group_id: 1 })).toMatchObject({
      status: 400,
      body: { error: 'project_id is missing' },
    })
    for (const wrong of [
      { runner_type: 'group_type', group_id: 999999 },
      { runner_type: 'group_type', group_id: await place('Tide tables') },
      { runner_type: 'project_type', project_id: 9999 },
      { runner_type: 'project_type', project_id: -1 },
    ]) {
      expect(await create(wrong)).toMatchObject(missingScope)
      expect(await createAsAdmin(wrong)).toMatchObject(missingScope)
    }
  })

  it('requires the scope create_runner or api', async () => {
    const { body } = await sandbox.ask('POST', '/users/1/personal_access_tokens', {
      token: sandbox.tokens.admin,
      body: { name: 'runners', scopes: ['create_runner'] },
    })
    const { token } = body as { token: string }
    expect((await create({ runner_type: 'instance_type' }, token)).status).toBe(201)
    expect(await create({ runner_type: 'instance_type' }, sandbox.tokens.read_user)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api create_runner' },
    })
  })
})

describe('POST /user/runners with an invalid value', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each([
    [{}, { error: 'runner_type is missing' }],
    [{ runner_type: 'any' }, { error: 'runner_type does not have a valid value' }],
    [{ runner_type: 'group_type', group_id: 'x' }, { error: 'group_id is invalid' }],
    [
      { runner_type: 'instance_type', access_level: 'open', paused: 'maybe' },
      { error: 'paused is invalid, access_level does not have a valid value' },
    ],
    [
      { runner_type: 'instance_type', tag_list: { a: 1 }, maximum_timeout: '1h' },
      { error: 'tag_list is invalid, maximum_timeout is invalid' },
    ],
    [
      { runner_type: 'instance_type', maintenance_note: 'n'.repeat(1025) },
      {
        message: '400 Bad request - Maintenance note is too long (maximum is 1024 characters)',
      },
    ],
    [
      { runner_type: 'instance_type', run_untagged: false, maximum_timeout: 599 },
      {
        message:
          '400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs ' +
          'and Maximum timeout needs to be at least 10 minutes',
      },
    ],
  ])('rejects %j', async (body, refusal) => {
    expect(await createAsAdmin(body)).toMatchObject({ status: 400, body: refusal })
  })
})
