import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { LastReview, ReviewState, ReviewedUser } from '../../../shared/operations/review.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { dateIn } from '../../testing/dates.ts'
import { readAll } from '../directory/testing/sync.ts'

interface Users {
  items: ReviewedUser[]
  counts: Record<string, number>
}

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** Lists of the service that fail. */
let broken: RegExp | undefined
const fetch = createNodeFetch()
// Without memberships, for which a review asks about each group and project.
const scope = { subjects: ['tokens', 'keys'] }

beforeEach(async () => {
  broken = undefined
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  app = createTestLatchkey({
    fetch: (async (request, ...rest) => {
      const url = request instanceof Request ? request.url : String(request)
      if (broken?.test(url)) return Response.json({ message: '404 Not Found' }, { status: 404 })
      return fetch(request, ...rest)
    }) as typeof fetch,
  })
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['review', name].join('.'), input, me.id)

/** Reviews the credentials of these users and returns the review. */
async function review(...ids: number[]): Promise<number> {
  const selection = { kind: 'users', ids }
  const { id } = await call<ReviewState>('start', { selection, scope })
  await vi.waitUntil(async () => (await call<ReviewState>('state')).phase === 'done')
  return id!
}
const decide = (reviewId: number, users: number[], decision: string, note = '') =>
  call('decide', { review: reviewId, users, decision, note })
const users = (query: object = {}) => call<Users>('users', query)
async function lastOf(user: number): Promise<LastReview | null> {
  return (await users()).items.find(({ id }) => id === user)!.last
}

/** Sends a request as the administrator, bypassing Latchkey. */
async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}
const idOf = async (username: string) =>
  (await request<{ id: number }[]>('GET', `/users?username=${username}`))[0]!.id
const newToken = (user: number, name: string) =>
  request('POST', `/users/${user}/impersonation_tokens`, {
    ...{ name, scopes: ['api'], expires_at: dateIn(20) },
  })

it('shows the last decision, what is new since, and decides nothing', async () => {
  const [maya, tomasz] = [await idOf('maya.lindqvist'), await idOf('tomasz')]
  const first = await review(maya, tomasz)
  expect(await lastOf(maya)).toBeNull()
  expect((await users()).counts).toMatchObject({ newAccess: 0, stillThere: 0 })
  await decide(first, [maya], 'keep', 'Maintains the tiles')
  await newToken(maya, 'Brand-new')

  await review(maya, tomasz)
  const [firstUser] = (await users({ filters: ['newAccess'] })).items
  expect(firstUser).toMatchObject({ id: maya, decided: null })
  expect(firstUser!.last).toEqual({
    decision: 'keep',
    note: 'Maintains the tiles',
    by: me.user.username,
    at: expect.any(Number),
    added: [{ kind: 'token', title: 'Brand-new' }],
    isStillThere: false,
  })
  const page = await users()
  expect(page.items.map(({ decided }) => decided)).toEqual([null, null])
  expect(page.counts).toMatchObject({ newAccess: 1, notDecidedBefore: 1 })
})

it('lists users who were to be removed and can still sign in', async () => {
  const [maya, wordy] = [await idOf('maya.lindqvist'), await idOf('wordy')]
  await decide(await review(maya, wordy), [maya, wordy], 'remove')
  await request('POST', `/users/${wordy}/block`)
  await review(maya, wordy)
  const { items, counts } = await users({ filters: ['stillThere'] })
  expect(items.map(({ id }) => id)).toEqual([maya])
  expect(counts).toMatchObject({ stillThere: 1 })
  expect(await lastOf(wordy)).toMatchObject({ decision: 'remove', isStillThere: false })
  const [file] = await call<{ text: string }[]>('export', { format: 'json' })
  expect(JSON.parse(file!.text).users).toContainEqual(
    expect.objectContaining({ id: maya, decision: 'undecided', last_decision: 'remove' }),
  )
})

it('takes each user’s latest decision, even from a smaller review', async () => {
  const [maya, wordy] = [await idOf('maya.lindqvist'), await idOf('wordy')]
  await decide(await review(maya, wordy), [maya, wordy], 'keep')
  await decide(await review(maya), [maya], 'change')
  await review(maya, wordy)
  expect(await lastOf(maya)).toMatchObject({ decision: 'change' })
  expect(await lastOf(wordy)).toMatchObject({ decision: 'keep' })
})

it('reports nothing as new that couldn’t be read last time', async () => {
  const maya = await idOf('maya.lindqvist')
  broken = /\/impersonation_tokens/
  await decide(await review(maya), [maya], 'keep')
  broken = undefined
  await review(maya)
  expect(await lastOf(maya)).toMatchObject({ added: [] })
})
