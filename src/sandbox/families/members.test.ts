import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { TestSandbox } from '../testing/harness.ts'
import { startTestSandbox } from '../testing/harness.ts'

interface Membership {
  source_id: number
  source_name: string
  source_type: string
  access_level: number
}

let sandbox: TestSandbox
let leaver: number
const memberships = async (id = leaver) =>
  (await sandbox.asAdmin('GET', `/users/${id}/memberships?per_page=100`)).body as Membership[]
const pathOf = ({ source_type, source_id }: Membership, user = leaver) =>
  `/${source_type === 'Project' ? 'projects' : 'groups'}/${source_id}/members/${user}`
const namespaceNamed = async (name: string) =>
  (await memberships()).find(({ source_name }) => source_name === name)!
const names = async () => (await memberships()).map(({ source_name }) => source_name)

async function start(options: Parameters<typeof startTestSandbox>[0] = { flavor: 'gitlab' }) {
  sandbox = await startTestSandbox(options)
  const { body } = await sandbox.asAdmin('GET', '/users?username=long-gone')
  leaver = (body as { id: number }[])[0]!.id
}

describe('group and project members API', () => {
  beforeEach(() => start())
  afterEach(() => sandbox.stop())

  it('returns the role and expiry date of each member', async () => {
    const all = await memberships()
    expect(all).toHaveLength(18)
    const members = await Promise.all(
      all.map(async (membership) => {
        const { status, body } = await sandbox.asAdmin('GET', pathOf(membership))
        expect(status).toBe(200)
        expect(body).toMatchObject({ id: leaver, access_level: membership.access_level })
        return body as { expires_at: string | null }
      }),
    )
    const dates = members.map(({ expires_at }) => expires_at)
    expect(dates.filter((date) => date !== null).length).toBeGreaterThan(2)
    expect(dates).toContain(null)
  })

  it('distinguishes a group from a project with the same ID', async () => {
    const all = await memberships()
    const group = all.find(
      ({ source_type, source_id, access_level }) =>
        source_type === 'Namespace' &&
        access_level < 50 &&
        all.some((other) => other.source_type === 'Project' && other.source_id === source_id),
    )!
    const path = `${pathOf(group)}?skip_subresources=true`
    expect((await sandbox.asAdmin('DELETE', path)).status).toBe(204)
    const remaining = await memberships()
    expect(remaining).toHaveLength(17)
    expect(remaining.map(({ source_type, source_id }) => `${source_type} ${source_id}`)).toContain(
      `Project ${group.source_id}`,
    )
  })

  it('removes subresource memberships too unless skip_subresources is set', async () => {
    const outer = (await memberships())[0]!
    expect(outer.source_type).toBe('Namespace')
    await sandbox.asAdmin('DELETE', `${pathOf(outer)}?skip_subresources=true`)
    expect(await names()).toEqual(expect.arrayContaining(['Coastal survey', 'soundings']))
    const survey = await namespaceNamed('Coastal survey')
    expect((await sandbox.asAdmin('DELETE', pathOf(survey))).status).toBe(204)
    const remaining = await names()
    expect(remaining).not.toContain('Coastal survey')
    expect(remaining).not.toContain('soundings')
    expect(remaining).toHaveLength(15)
    const { body } = await sandbox.asAdmin('GET', `/users/${leaver}/associations_count`)
    expect(body).toMatchObject({ groups_count: 5, projects_count: 10 })
  })

  it('keeps the last owner of a group and the owner of a namespace', async () => {
    for (const name of ['Cartography archive', 'Survey of old charts']) {
      const membership = await namespaceNamed(name)
      expect(await sandbox.asAdmin('DELETE', pathOf(membership))).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden' },
      })
      expect(await namespaceNamed(name)).toEqual(membership)
    }
    // Ines is one of several owners.
    const shared = await namespaceNamed('Coastal survey')
    expect((await sandbox.asAdmin('DELETE', pathOf(shared, 1))).status).toBe(204)
  })

  it('adds a user to a group by its path or ID, once', async () => {
    const survey = await namespaceNamed('Coastal survey')
    await sandbox.asAdmin('DELETE', `${pathOf(survey, leaver)}?skip_subresources=true`)
    const add = (group: string, more: object = {}) =>
      sandbox.asAdmin('POST', `/groups/${encodeURIComponent(group)}/members`, {
        user_id: leaver,
        access_level: 30,
        ...more,
      })
    const outer = (await memberships())[0]!
    const path = outer.source_name.toLowerCase().replaceAll(' ', '-')
    expect(await add(`${path}/coastal-survey`)).toMatchObject({
      status: 201,
      body: { id: leaver, access_level: 30, expires_at: null },
    })
    expect(await namespaceNamed('Coastal survey')).toMatchObject({ access_level: 30 })
    expect(await add(String(survey.source_id))).toMatchObject({
      status: 409,
      body: { message: 'Member already exists' },
    })
    expect(await add('nowhere')).toMatchObject({
      status: 404,
      body: { message: '404 Group Not Found' },
    })
    expect(await add(path, { user_id: 9999 })).toMatchObject({ status: 404 })
    await sandbox.asAdmin('DELETE', `${pathOf(outer)}?skip_subresources=true`)
    expect(await add(path, { access_level: 7 })).toMatchObject({ status: 400 })
    const asked = { user_id: leaver, access_level: 30 }
    expect(await sandbox.asUser('POST', `/groups/${path}/members`, asked)).toMatchObject({
      status: 403,
    })
  })

  it("returns 404 for users who aren't members", async () => {
    const membership = await namespaceNamed('soundings')
    const answers = [
      [`/groups/9999/members/${leaver}`, '404 Group Not Found'],
      [`/projects/9999/members/${leaver}`, '404 Project Not Found'],
      [pathOf(membership, 9999), '404 Not found'],
      [pathOf(membership, 2), '404 Not found'],
    ] as const
    for (const method of ['GET', 'DELETE']) {
      for (const [path, message] of answers) {
        expect(await sandbox.asAdmin(method, path)).toMatchObject({
          status: 404,
          body: { message },
        })
      }
      expect(await sandbox.asUser(method, pathOf(membership))).toMatchObject({ status: 403 })
    }
    expect(await memberships()).toHaveLength(18)
  })
})

describe.each([{ flavor: 'interface' }, { flavor: 'gitlab', hasTokenList: false }] as const)(
  'instance with %o',
  (options) => {
    beforeAll(() => start(options))
    afterAll(() => sandbox.stop())

    it('returns 404 for members', async () => {
      const [membership] = await memberships()
      for (const method of ['GET', 'DELETE']) {
        expect(await sandbox.asAdmin(method, pathOf(membership!))).toMatchObject({
          status: 404,
          body: { error: '404 Not Found' },
        })
      }
    })
  },
)

describe('lists and changes of members', () => {
  beforeEach(() => start())
  afterEach(() => sandbox.stop())

  it('lists members of the groups around a project, each with the highest level', async () => {
    const { source_id: project } = await namespaceNamed('soundings')
    const { source_id: group } = await namespaceNamed('Coastal survey')
    await sandbox.asAdmin('PUT', `/groups/${group}/members/${leaver}`, { access_level: 40 })
    const { body } = await sandbox.asAdmin('GET', `/projects/${project}/members/all?per_page=100`)
    const all = body as { id: number; username: string; state: string; access_level: number }[]
    expect(all.filter(({ id }) => id === leaver)).toMatchObject([{ access_level: 40 }])
    expect(all.find(({ username }) => username === 'tomasz')).toMatchObject({
      state: 'active',
      access_level: 50,
    })
  })

  it('adds a project’s members, and rejects those it has', async () => {
    const { source_id: project } = await namespaceNamed('Survey of old charts')
    const path = `/projects/${project}/members`
    const member = { user_id: 1, access_level: 40 }
    expect((await sandbox.asAdmin('POST', path, member)).status).toBe(201)
    expect((await sandbox.asAdmin('POST', path, member)).status).toBe(409)
    expect((await sandbox.asAdmin('PUT', `${path}/1`, { access_level: 50 })).body).toMatchObject({
      access_level: 50,
    })
    expect((await sandbox.asAdmin('PUT', `${path}/2`, { access_level: 50 })).status).toBe(404)
  })

  it('keeps a group’s last owner', async () => {
    const { source_id: group } = await namespaceNamed('Cartography archive')
    const path = `/groups/${group}/members/${leaver}`
    expect((await sandbox.asAdmin('PUT', path, { access_level: 40 })).status).toBe(403)
  })
})
