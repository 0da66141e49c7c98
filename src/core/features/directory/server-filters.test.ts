import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryFilter, DirectoryEntry } from '../../../shared/operations/directory.ts'
import { json } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAll } from './testing/sync.ts'

interface SearchResult {
  items: DirectoryEntry[]
  total: number
  ignored?: string[]
}

let app: TestLatchkey
let me: Account
beforeEach(() => {
  app = createTestLatchkey()
})
afterEach(() => app.close())

const search = (filter: DirectoryFilter) =>
  app.value<SearchResult>('directory.search', { filter }, me.id)
const selected = (filter: DirectoryFilter) => ({
  selection: { kind: 'matching', filter, except: [] },
  action: 'block',
})

describe('service that silently ignores filters, like GitLab CE', () => {
  let server: UsersServer
  beforeEach(async () => {
    server = await startUsersServer(250)
    me = await app.signIn(server.url, 'secret')
    await readAll(app, me.id)
  })
  afterEach(() => server.stop())

  const filters: DirectoryFilter[] = [
    { saml_provider_id: 10 },
    { auditors: true },
    { without_projects: true },
    { custom_attributes: { department: 'sales' } },
    { provider: 'scim', extern_uid: 'kim' },
  ]

  it.each(filters)('reports %j as ignored, and refuses to select users by it', async (filter) => {
    const [name] = Object.keys(filter)
    expect(await search(filter)).toMatchObject({ total: 250, ignored: [name] })
    const request = selected(filter)
    const refused = { kind: 'conflict', reason: 'filter-ignored' }
    expect(await app.failure('bulk.preview', request, me.id)).toMatchObject(refused)
    expect(
      await app.failure('bulk.start', { ...request, affectedCount: 249 }, me.id),
    ).toMatchObject(refused)
    expect(await app.failure('directory.count', { filters: [filter] }, me.id)).toMatchObject(
      refused,
    )
    const file = { filter, columns: ['id'], format: 'csv' }
    expect(await app.failure('directory.export', file, me.id)).toMatchObject(refused)
    expect(
      await app.failure('directory.export', { ...file, selection: request.selection }, me.id),
    ).toMatchObject(refused)
  })

  it('doesn’t treat unreadable entries as an empty list', async () => {
    server.instead = (_, response, query) => {
      const isProbe = query.has('saml_provider_id')
      if (isProbe) json(response, 200, [{ username: 'odd' }])
      return isProbe
    }
    const result = await search({ saml_provider_id: 10 })
    expect(result).toMatchObject({ total: 250, ignored: ['saml_provider_id'] })
  })

  it('still applies filters that the local copy can answer', async () => {
    server.change(7, { state: 'banned' })
    await readAll(app, me.id)
    const result = await search({ saml_provider_id: 10, states: ['banned'] })
    expect(result).toMatchObject({ total: 1, items: [{ id: 7 }], ignored: ['saml_provider_id'] })
  })

  it('answers from the local copy without a request', async () => {
    server.change(7, { identities: [{ provider: 'ldapmain', extern_uid: 'uid=kim' }] })
    await readAll(app, me.id)
    server.queries.length = 0
    expect(await search({ skip_ldap: true })).toMatchObject({ total: 249 })
    expect(server.queries).toEqual([])
  })

  it('evicts the oldest cached answers', async () => {
    server.instead = (_, response, query) => {
      const isAboutAttributes = [...query.keys()].some((key) => key.startsWith('custom_'))
      if (isAboutAttributes) json(response, 200, [])
      return isAboutAttributes
    }
    const requestDepartment = async (department: number) => {
      server.queries.length = 0
      await search({ custom_attributes: { department: `${department}` } })
      return server.queries.length
    }
    for (let department = 1; department <= 41; department += 1) await requestDepartment(department)
    expect(await requestDepartment(41)).toBe(0)
    expect(await requestDepartment(1)).toBeGreaterThan(0)
  })

  it('requires an identifier for SCIM identities', async () => {
    expect(
      await app.failure('directory.search', { filter: { provider: 'SCIM' } }, me.id),
    ).toMatchObject({
      kind: 'invalid',
      fields: { extern_uid: expect.anything() },
    })
  })

  it('finds SCIM identities in the local copy if the service lists them', async () => {
    server.change(9, { scim_identities: [{ extern_uid: 'Kim', group_id: 1, active: true }] })
    await readAll(app, me.id)
    for (const filter of [{ provider: 'scim' }, { provider: 'SCIM', extern_uid: 'kim' }]) {
      expect(await search(filter)).toMatchObject({ total: 1, items: [{ id: 9 }] })
    }
  })
})

describe('service that applies its filters', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 120, flavor: 'gitlab', version: '18' })
  })
  afterAll(() => sandbox.stop())

  it.each<DirectoryFilter>([
    { saml_provider_id: 10 },
    { without_projects: true },
    { custom_attributes: { department: 'nowhere' } },
  ])('selects users by %j', async (filter) => {
    me = await app.signIn(sandbox.url, sandbox.tokens.admin)
    await readAll(app, me.id)
    const { total, ignored } = await search(filter)
    expect(ignored).toBeUndefined()
    expect(total).toBeLessThan((await search({})).total)
    const preview = await app.value<{ total: number }>('bulk.preview', selected(filter), me.id)
    expect(preview.total).toBe(total)
  })
})
