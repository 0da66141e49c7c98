import { expect, it } from 'vitest'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { CallError } from '../../bridge/call-error.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { ageOf, aged, notCached } from '../../bridge/latchkey.ts'
import { withActivityBeforeView, readUserDetails, entryToUser } from './user-details.ts'

const row: DirectoryEntry = {
  id: 7,
  username: 'anna',
  name: 'Anna',
  state: 'blocked',
  email: 'anna@example.com',
  is_admin: false,
  two_factor_enabled: null,
  last_activity_on: null,
  last_sign_in_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  external: null,
  bot: null,
  locked: null,
  identities: ['ldapmain'],
  using_license_seat: null,
  projects_limit: 10,
  note: null,
  web_url: null,
  email_confirmed: null,
  email_domain: 'example.com',
  pending: 'unblock',
}
const read: UserForAdmins = { id: 7, username: 'anna', name: 'Anna', state: 'active', bio: 'Hello' }
const offline: Failure = { kind: 'offline', message: 'No network.' }
const failing = (failure: Failure) => () => Promise.reject(new CallError(failure))
const known = (asOf: number) => () => Promise.resolve({ user: row, asOf })
const unknown = () => Promise.resolve({})

it('returns GitLab’s current response', async () => {
  expect(await readUserDetails(() => Promise.resolve(read), known(5))).toEqual({ user: read })
})

it('returns the directory’s copy of a user who was never loaded', async () => {
  const found = await readUserDetails(failing(offline), known(5))
  expect(found).toEqual({ user: entryToUser(row), copy: { of: 'all', asOf: 5 } })
  expect(ageOf(found)).toEqual({ asOf: 5, failure: offline })
})

it('returns the directory’s copy, without a reason, while GitLab is loading', async () => {
  const found = await readUserDetails(failing(notCached), known(5))
  expect(ageOf(found)).toEqual({ asOf: 5 })
})

it('merges an earlier response with newer directory data', async () => {
  const before = () => Promise.resolve(aged({ ...read }, { asOf: 4, failure: offline }))
  const newer = await readUserDetails(before, known(5))
  expect(newer).toMatchObject({ user: { state: 'blocked', bio: 'Hello' }, copy: { of: 'part' } })
  expect(newer.user).not.toHaveProperty('identities')
  expect(ageOf(newer)).toEqual({ asOf: 4, failure: offline })
  for (const asOf of [3, 4]) {
    const older = await readUserDetails(before, known(asOf))
    expect(older).toEqual({ user: read })
    expect(ageOf(older)?.asOf).toBe(4)
  }
})

it.each([
  ['an unknown ID', { kind: 'not-found', message: 'Gone.', status: 404 }, known(5)],
  ['a refusal', { kind: 'forbidden', message: 'No.', status: 403 }, known(5)],
  ['a user missing from the copy', offline, unknown],
] as const)('returns GitLab’s failure for %s', async (_, failure, readCopy) => {
  await expect(readUserDetails(failing(failure), readCopy)).rejects.toMatchObject({ failure })
})

it('omits null fields of the copy', () => {
  expect(entryToUser(row)).toEqual({
    id: 7,
    username: 'anna',
    name: 'Anna',
    state: 'blocked',
    email: 'anna@example.com',
    is_admin: false,
    created_at: '2026-01-01T00:00:00.000Z',
    identities: [{ provider: 'ldapmain' }],
    projects_limit: 10,
  })
})

const viewed = { before: '2025-03-03', first: '2026-11-20', last: '2026-11-22' }

it('shows the user’s own last activity from before “View as”', () => {
  const user = { ...read, last_activity_on: '2026-11-22' }
  const own = { ...read, last_activity_on: '2025-03-03' }
  const age = { asOf: 4, failure: offline }
  const found = withActivityBeforeView(aged({ user }, age), viewed)
  expect(found).toEqual({ user: own, viewed })
  expect(ageOf(found)).toEqual(age)
  const copy = { of: 'all' as const, asOf: 5 }
  expect(withActivityBeforeView({ user: own, copy }, viewed)).toEqual({ user: own, copy, viewed })
})

it('keeps the last activity if it isn’t due to “View as”', () => {
  for (const last_activity_on of ['2026-11-23', '2025-03-03', null]) {
    const found = { user: { ...read, last_activity_on } }
    expect(withActivityBeforeView(found, viewed)).toBe(found)
    expect(withActivityBeforeView(found, undefined)).toBe(found)
  }
})
