import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { insertFollow } from '../database/follows.ts'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import { followingLimit } from './following.ts'

const basicFields = ['id', 'username', 'name', 'state', 'locked', 'avatar_url', 'web_url']

interface Basic {
  id: number
  username: string
}

let sandbox: TestSandbox
const ask = (method: string, path: string, token = sandbox.tokens.user) =>
  sandbox.ask(method, path, { token })
const post = async (id: number | string, action: string, token?: string) => {
  const { status, body } = await ask('POST', `/users/${id}/${action}`, token)
  return { status, body }
}
const idOf = async (username: string) =>
  ((await ask('GET', `/user?sudo=${username}`, sandbox.tokens.admin)).body as Basic).id
const names = async (path: string, token?: string) =>
  ((await ask('GET', path, token)).body as Basic[]).map(({ username }) => username)

describe.each<FlavorName>(['interface', 'gitlab'])('follow API in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  /** The response if nothing changes. */
  const unchanged = (user: object) =>
    flavor === 'gitlab'
      ? { status: 304, body: undefined }
      : { status: 201, body: expect.objectContaining(user) as unknown }

  it('has no effect when repeated', async () => {
    const id = await idOf('wordy')
    expect(await post(id, 'unfollow')).toEqual(unchanged({ id }))
    await post(id, 'follow')
    expect(await post(id, 'follow')).toEqual(unchanged({ id }))
    expect(await names(`/users/${id}/followers`)).toEqual(['maya.lindqvist'])
  })

  it('has no effect if callers target themselves', async () => {
    const before = await names('/users/2/followers')
    expect(await post(2, 'follow')).toEqual(unchanged({ id: 2 }))
    expect(await post(2, 'unfollow')).toEqual(unchanged({ id: 2 }))
    expect(await names('/users/2/followers')).toEqual(before)
    expect(await names('/users/2/following')).not.toContain('maya.lindqvist')
  })
})

describe('follow API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('follows and unfollows, and returns the user', async () => {
    const id = await idOf('wordy')
    const followed = await post(id, 'follow')
    expect(followed.status).toBe(201)
    expect(Object.keys(followed.body as object)).toEqual(basicFields)
    expect(followed.body).toMatchObject({ id, username: 'wordy', state: 'active' })
    expect(await names('/users/2/following')).toContain('wordy')
    expect(await names(`/users/${id}/followers`)).toContain('maya.lindqvist')

    const unfollowed = await post(id, 'unfollow')
    expect(unfollowed).toEqual(followed)
    expect(await names('/users/2/following')).not.toContain('wordy')
  })

  it('rejects following more than 300 users, with a message', async () => {
    const data = await mkdtemp(join(tmpdir(), 'following-'))
    await sandbox.stop()
    sandbox = await startTestSandbox({ data, users: followingLimit + 60 })
    onTestFinished(() => rm(data, { recursive: true }))
    const { admin } = sandbox.tokens
    const db = openDatabase(data)
    for (let id = 50; id < 50 + followingLimit; id++) insertFollow(db, 1, id)
    db.close()
    const { headers } = await ask('GET', '/users/1/following', admin)
    expect(headers.get('x-total')).toBe(String(followingLimit))
    const tooMany = {
      status: 400,
      body: {
        message:
          "You can't follow more than 300 users. To follow more users, unfollow some others.",
      },
    }
    expect(await post(49, 'follow', admin)).toEqual(tooMany)
    expect(await post(50, 'follow', admin)).toEqual(tooMany)
    expect((await post(1, 'follow', admin)).status).toBe(201)
    expect((await post(50, 'unfollow', admin)).status).toBe(201)
    expect((await post(49, 'follow', admin)).status).toBe(201)
  })

  it('lists followers publicly, except those of private profiles', async () => {
    const quiet = await idOf('quiet')
    const hidden = { status: 404, body: { message: '404 User Not Found' } }
    for (const side of ['followers', 'following']) {
      const path = `/users/${quiet}/${side}`
      expect(await ask('GET', path)).toMatchObject(hidden)
      expect((await ask('GET', path, sandbox.tokens.admin)).status).toBe(200)
      expect((await ask('GET', `${path}?sudo=quiet`, sandbox.tokens.admin)).status).toBe(200)
    }
    // Private users can still be followed.
    expect((await post(quiet, 'unfollow')).status).toBe(201)
    expect((await post(quiet, 'follow')).status).toBe(201)
    expect(await names(`/users/${quiet}/followers`, sandbox.tokens.admin)).toContain(
      'maya.lindqvist',
    )
  })

  it('lists users in pages, oldest accounts first', async () => {
    await sandbox.stop()
    sandbox = await startTestSandbox({ users: 120 })
    const all = await names('/users/1/followers?per_page=100')
    expect(all.length).toBeGreaterThan(6)
    const { body, headers } = await ask('GET', '/users/1/followers?per_page=3&page=2')
    const page = body as Basic[]
    expect(page.map(({ username }) => username)).toEqual(all.slice(3, 6))
    expect(page.map(({ id }) => id)).toEqual(page.map(({ id }) => id).toSorted((a, b) => a - b))
    for (const one of page) expect(Object.keys(one)).toEqual(basicFields)
    const pages = Math.ceil(all.length / 3)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-page': '2',
      'x-per-page': '3',
      'x-next-page': '3',
      'x-prev-page': '1',
      'x-total': String(all.length),
      'x-total-pages': String(pages),
      link: [
        `<${sandbox.url}/api/v4/users/1/followers?per_page=3&page=1>; rel="prev"`,
        `<${sandbox.url}/api/v4/users/1/followers?per_page=3&page=3>; rel="next"`,
        `<${sandbox.url}/api/v4/users/1/followers?per_page=3&page=1>; rel="first"`,
        `<${sandbox.url}/api/v4/users/1/followers?per_page=3&page=${pages}>; rel="last"`,
      ].join(', '),
    })
  })

  it('returns an empty page beyond the end and tolerates invalid page numbers', async () => {
    expect(await names('/users/2/following')).toEqual([
      ...['ines', 'tomasz', 'aroha', 'quiet', 'sunny', 'layla.h', 'xiaoyu'],
    ])
    for (const page of ['99', '9007199254740991']) {
      expect(await names(`/users/2/following?page=${page}`)).toEqual([])
    }
    for (const query of ['page=0', 'page=-3', 'page=', 'per_page=1000', 'per_page=0']) {
      expect(await names(`/users/2/following?${query}`)).toHaveLength(7)
    }
    expect(await ask('GET', '/users/2/following?page=two&per_page[]=1')).toMatchObject({
      status: 400,
      body: { error: 'page is invalid, per_page is invalid' },
    })
  })

  it.each([
    ['POST', 'follow'],
    ['POST', 'unfollow'],
    ['GET', 'followers'],
    ['GET', 'following'],
  ])('requires a token and an existing user for %s %s', async (method, action) => {
    expect(await ask(method, `/users/2/${action}`, '')).toMatchObject(
      method === 'GET'
        ? { status: 403, body: { message: '403 Forbidden - Not authorized!' } }
        : { status: 401, body: { message: '401 Unauthorized' } },
    )
    expect(await ask(method, `/users/999999/${action}`)).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    })
    expect(await ask(method, `/users/wordy/${action}`)).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    })
    expect(await ask(method, `/users/99999999999999999999/${action}`)).toMatchObject({
      status: 400,
      body: { error: 'id is invalid' },
    })
  })

  it('rejects changes with read_user alone', async () => {
    const token = sandbox.tokens.read_user
    expect((await ask('GET', '/users/2/following', token)).status).toBe(200)
    expect(await post(1, 'unfollow', token)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    })
  })
})
