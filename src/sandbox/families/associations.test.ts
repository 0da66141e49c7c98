import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface Membership {
  source_id: number
  source_name: string
  source_type: string
  access_level: string | number
}

let sandbox: TestSandbox
const ask = async (path: string, token = sandbox.tokens.admin) => {
  const { status, body, headers } = await sandbox.ask('GET', path, { token })
  return { status, body, headers }
}
const memberships = async (id: number, query = '') =>
  (await ask(`/users/${id}/memberships?${query}`)).body as Membership[]
const notFound = { status: 404, body: { message: '404 User Not Found' } }

describe.each<FlavorName>(['interface', 'gitlab'])('associations API in flavor %s', (flavor) => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ flavor, users: 150 })))
  afterAll(() => sandbox.stop())

  const level = (number: number) => (flavor === 'gitlab' ? number : String(number))

  describe('GET /users/:id/memberships', () => {
    it('returns exactly these fields', async () => {
      const all = await memberships(2, 'per_page=100')
      expect(all).toHaveLength(18)
      for (const one of all) {
        expect(Object.keys(one).toSorted()).toEqual(
          ['access_level', 'source_id', 'source_name', 'source_type'].toSorted(),
        )
      }
      const own = all.filter((one) => Number(one.access_level) === 50)
      expect(own.map(({ source_id: _, ...rest }) => rest)).toEqual([
        { source_name: 'Maya’s sketches', source_type: 'Namespace', access_level: level(50) },
        { source_name: 'Tide tables', source_type: 'Project', access_level: level(50) },
      ])
    })
  })
})

describe('associations API', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ users: 150 })))
  afterAll(() => sandbox.stop())

  describe('GET /users/:id/associations_count', () => {
    const counts = { groups_count: 4, projects_count: 14, issues_count: 118 }

    it('returns counts to administrators and to the user', async () => {
      const body = { ...counts, merge_requests_count: 64 }
      expect((await ask('/users/2/associations_count')).body).toEqual(body)
      expect((await ask('/users/2/associations_count', sandbox.tokens.user)).body).toEqual(body)
      const { read_user } = sandbox.tokens
      expect((await ask('/users/2/associations_count', read_user)).body).toEqual(body)
    })

    it('matches the number of listed memberships', async () => {
      for (const id of [1, 2, 4, 60, 77, 149]) {
        const { body } = await ask(`/users/${id}/associations_count`)
        const total = async (type: string) =>
          Number((await ask(`/users/${id}/memberships?type=${type}`)).headers.get('x-total'))
        expect(body).toMatchObject({
          groups_count: await total('Namespace'),
          projects_count: await total('Project'),
        })
      }
    })

    it('rejects other users, anonymous callers, and unknown IDs', async () => {
      expect(await ask('/users/1/associations_count', sandbox.tokens.user)).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden' },
      })
      expect(await ask('/users/2/associations_count', '')).toMatchObject({
        status: 401,
        body: { message: '401 Unauthorized' },
      })
      for (const token of [sandbox.tokens.admin, sandbox.tokens.user]) {
        expect(await ask('/users/999999/associations_count', token)).toMatchObject(notFound)
      }
      expect(await ask('/users/maya.lindqvist/associations_count')).toMatchObject({
        status: 404,
        body: { error: '404 Not Found' },
      })
    })
  })

  describe('GET /users/:id/memberships', () => {
    it('returns access levels from 5 to 50', async () => {
      const levels = new Set<string | number>()
      for (let id = 1; id <= 80; id++) {
        for (const { access_level } of await memberships(id, 'per_page=100')) {
          levels.add(access_level)
        }
      }
      expect([...levels].toSorted((a, b) => Number(a) - Number(b))).toEqual([
        '5',
        '10',
        '15',
        '20',
        '30',
        '40',
        '50',
      ])
    })

    it('filters by type', async () => {
      const types = async (type: string) =>
        (await memberships(2, `per_page=100&type=${type}`)).map((one) => one.source_type)
      expect(await types('Project')).toEqual(Array(14).fill('Project'))
      expect(await types('Namespace')).toEqual(Array(4).fill('Namespace'))
    })

    it.each(['Group', 'Project,Namespace', ''])('rejects the unknown type "%s"', async (type) => {
      expect(await ask(`/users/2/memberships?type=${type}`)).toMatchObject({
        status: 400,
        body: { error: 'type does not have a valid value' },
      })
    })

    it('validates the type before user and permissions', async () => {
      for (const token of [sandbox.tokens.admin, sandbox.tokens.user]) {
        expect((await ask('/users/999999/memberships?type=Group', token)).status).toBe(400)
      }
    })

    it('returns 403 for other users and 404 for unknown IDs', async () => {
      for (const id of [2, 999_999]) {
        expect(await ask(`/users/${id}/memberships`, sandbox.tokens.user)).toMatchObject({
          status: 403,
          body: { message: '403 Forbidden' },
        })
      }
      expect(await ask('/users/2/memberships', '')).toMatchObject({ status: 401 })
      expect(await ask('/users/999999/memberships')).toMatchObject(notFound)
      expect(await ask('/users/x/memberships')).toMatchObject({ body: { error: '404 Not Found' } })
    })
  })
})
