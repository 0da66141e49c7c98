import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { FailureError } from '../platform/failure.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { type ApiResponse, cleanAnswer } from './api-response.ts'
import { checkAnswer } from './check-answer.ts'
import { readList } from './read-list.ts'
import { sampleAnswers } from './testing/sample-answers.ts'

const rows = Object.entries(serviceTable).flatMap(([family, operations]) =>
  Object.entries<AnyEndpoint>(operations).map(
    ([name, endpoint]) => [`${family}.${name}`, endpoint] as const,
  ),
)
const target = { baseUrl: 'https://git.example.org', token: 't' }

type Json = Record<string, unknown>

/** By endpoint, the fields that a record is useless without; other endpoints have none. */
const identities: Record<string, string | readonly string[]> = {
  ...Object.fromEntries(
    [
      ...['users.list', 'users.get', 'users.create', 'users.modify', 'user.get'],
      ...['follow', 'unfollow', 'followers', 'list'].map((name) => `following.${name}`),
      ...['list', 'listOfGroup', 'listOfProject', 'create'].map(
        (name) => `serviceAccounts.${name}`,
      ),
      ...['sshKeys', 'gpgKeys'].flatMap((family) =>
        ['list', 'get', 'add', 'listOf', 'getOf', 'addFor'].map((name) => `${family}.${name}`),
      ),
      'sshKeys.find',
      ...['emails.list', 'emails.get', 'emails.add', 'emails.listOf', 'emails.addFor'],
      ...['impersonationTokens.list', 'impersonationTokens.get'],
      ...['personalAccessTokens.list', 'personalAccessTokens.get'],
      ...['groupMember', 'projectMember', 'addGroupMember'].map((name) => `associations.${name}`),
      ...['list', 'get', 'listDescendants', 'listProjects'].map((name) => `groups.${name}`),
      ...['projects.list', 'associations.listGroupMembers', 'associations.listProjectMembers'],
      ...['allGroupMembers', 'allProjectMembers', 'addProjectMember'].map(
        (name) => `associations.${name}`,
      ),
      ...['changeGroupMember', 'changeProjectMember'].map((name) => `associations.${name}`),
      ...['list', 'get', 'takeOwnership'].map((name) => `pipelineSchedules.${name}`),
      'runners.list',
    ].map((name) => [name, 'id']),
  ),
  'user.activities': 'username',
  'customAttributes.get': 'key',
  'customAttributes.set': 'key',
  'associations.memberships': 'source_id',
  'user.createRunner': 'token',
  'impersonationTokens.create': 'token',
  'personalAccessTokens.createFor': 'token',
  'personalAccessTokens.create': 'token',
  'personalAccessTokens.rotate': 'token',
  'personalAccessTokens.rotateSelf': 'token',
  ...Object.fromEntries(
    [
      ...['applications.list', 'applications.create'],
      ...['list', 'get', 'create', 'modify'].map((name) => `userApplications.${name}`),
    ].map((name) => [name, ['id', 'application_id']]),
  ),
}

const odd: unknown[] = [undefined, null, '', 'text', '7', 7, 1.5, true, 'true', [], {}, [null]]
odd.push({ id: {} }, [[]], 'x'.repeat(1000), '0000-99-99T99:99:99Z', -1)

interface Mutation {
  /** Path to the changed value within the record. */
  path: string[]
  to: unknown
  value: unknown
}

/** Yields copies of a record, each with one field missing, added, or of another type, at every depth. */
function* mutations(value: unknown, path: string[] = []): Iterable<Mutation> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    yield { path: [...path, 'brand_new'], to: 1, value: { ...value, brand_new: 1 } }
  }
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, name]
    const put = (to: unknown) =>
      Array.isArray(value) ? value.with(Number(name), to) : { ...value, [name]: to }
    for (const to of odd) yield { path: place, to, value: put(to) }
    for (const deeper of mutations(inner, place)) yield { ...deeper, value: put(deeper.value) }
  }
}

/** Whether a changed identity still identifies the record. */
function identifies(identity: string, to: unknown): boolean {
  if (identity === 'token' || identity === 'application_id')
    return typeof to === 'string' && to !== ''
  if (identity === 'username' || identity === 'key')
    return typeof to === 'string' || typeof to === 'number'
  const isNumber = Number.isInteger(to) || (typeof to === 'string' && /^\d+$/.test(to))
  return isNumber && Number(to) > 0 && Number(to) < 10 ** 15
}

function answered(sample: ApiResponse, body: unknown): ApiResponse {
  return cleanAnswer({ ...sample, body: Buffer.from(JSON.stringify(body)) })
}

describe.each(['interface', 'gitlab'] as const)('response of the %s flavor', (flavor) => {
  let samples: ReadonlyMap<AnyEndpoint, ApiResponse>
  beforeAll(async () => {
    samples = await sampleAnswers(flavor)
  })

  const supportedRows = rows.filter(([, { optional }]) => flavor === 'gitlab' || !optional)

  it('is covered for every endpoint', () => {
    expect(samples.size).toBe(supportedRows.length)
  })

  it.each(supportedRows)(
    'is rejected for %s only if its identity is malformed',
    async (name, endpoint) => {
      const sample = samples.get(endpoint)!
      const identity = [identities[name] ?? []].flat()
      const { record, around } = recordIn(sample, endpoint)
      if (record === undefined) return expect(['', 'true']).toContain(sample.text)
      const read = (value: unknown) => readBy(endpoint, answered(sample, around(value)))
      const intact = (await read(record))!
      let mutationCount = 0
      for (const { path, to, value } of mutations(record)) {
        const [field] = path
        const isIdentity = path.length === 1 && identity.includes(field!)
        const result = await read(value)
        mutationCount += 1
        const isRejected = isIdentity && !identifies(field!, to)
        const [actual, expected] = isRejected
          ? [result, undefined]
          : [result, intact].map((value) => ({ ...value, [field!]: 0 }))
        // expect() would take most of the time.
        if (isDeepStrictEqual(actual, expected)) continue
        expect(actual, described(path, to)).toEqual(expected)
      }
      expect(mutationCount).toBeGreaterThan(0)
    },
  )

  it("gets an unknown state and no is_admin or bot if a user's values are unreadable", async () => {
    const sample = samples.get(serviceTable.users.get)!
    const intact = JSON.parse(sample.text) as Json
    for (const to of [undefined, null, 7, {}, []]) {
      const body = { ...intact, state: to, is_admin: [to], bot: 'perhaps' }
      const user = await checkAnswer(target, serviceTable.users.get, answered(sample, body), {})
      expect(user).toMatchObject({ id: intact.id, state: 'unknown' })
      expect([user.is_admin, user.bot]).toEqual([undefined, undefined])
    }
    const body = { ...intact, state: 'hibernating', is_admin: 'true', bot: 0 }
    const user = await checkAnswer(target, serviceTable.users.get, answered(sample, body), {})
    expect(user).toMatchObject({ state: 'hibernating', is_admin: true, bot: false })
  })
})

/** The record in a sample (the first entry of a list), and a function that replaces it. */
function recordIn({ text }: ApiResponse, { paged }: AnyEndpoint) {
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  if (!Array.isArray(body)) {
    const isRecord = typeof body === 'object' && body !== null
    return { record: isRecord ? body : undefined, around: (record: unknown) => record }
  }
  expect(body.length).toBeGreaterThan(0)
  // Surrounded by other records, which must not be lost along with it.
  const others = (paged ? body.slice(-1) : []) as unknown[]
  return { record: body[0] as unknown, around: (record: unknown) => [...others, record, ...others] }
}

/** The record as read; undefined if only this record was rejected. */
async function readBy(endpoint: AnyEndpoint, answer: ApiResponse): Promise<Json | undefined> {
  if (endpoint.paged) {
    const sent = JSON.parse(answer.text) as unknown[]
    const place = (sent.length - 1) / 2
    const { items, skipped, places } = await readList<Json>(target, endpoint, answer, {})
    expect(items.length + skipped).toBe(sent.length)
    if (skipped === 0) return items[place]
    expect(places).toEqual([place])
    return undefined
  }
  try {
    const value = (await checkAnswer(target, endpoint, answer, {})) as Json | Json[]
    return Array.isArray(value) ? value[0] : value
  } catch (error) {
    expect(error).toBeInstanceOf(FailureError)
    return undefined
  }
}

function described(path: string[], to: unknown): string {
  return `${path.join('.')} as ${JSON.stringify(to)?.slice(0, 40)}`
}
