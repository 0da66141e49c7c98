import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { json } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, nextLink, startUsersServer } from './testing/users-server.ts'
import { readAgain, readAll } from './testing/sync.ts'

let server: UsersServer
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(350)
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
})

async function userIdOf(id: number): Promise<DirectoryEntry | undefined> {
  const answer = await app.value<{ user?: DirectoryEntry }>('directory.user', { id }, me.id)
  return answer.user
}

/** Removes the ID from these users in every list. */
function withoutIds(...ids: number[]) {
  server.instead = (after, response, search) => {
    const page = server.users.filter(({ id }) => id > after).slice(0, 100)
    const shownPage = page.map((one) => (ids.includes(one.id) ? { ...one, id: null } : one))
    json(response, 200, shownPage, nextLink(search, page.length === 100 && page.at(-1)!.id))
    return true
  }
}

it('stores a user with unusual fields and leaves unreadable fields empty', async () => {
  server.users[6] = {
    ...server.users[6]!,
    state: null as never,
    is_admin: 'perhaps',
    bot: {},
    projects_limit: '7',
    created_at: 'once',
    note: 12,
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 350 })
  expect(await userIdOf(7)).toMatchObject({
    username: 'user7',
    state: 'unknown',
    is_admin: null,
    bot: null,
    projects_limit: 7,
    created_at: null,
    note: '12',
  })
})

it('stores the other users if some IDs are unreadable, and counts the missing users', async () => {
  withoutIds(7, 8, 33)
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 347, skipped: 3 })
  expect(await userIdOf(7)).toBeUndefined()
  expect(await userIdOf(9)).toBeDefined()
})

it('doesn’t remove users while an unreadable entry may be one that wasn’t seen', async () => {
  await readAll(app, me.id)
  server.users = server.users.filter(({ id }) => id !== 20)
  withoutIds(7)
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 350, skipped: 1 })
  expect(await userIdOf(7)).toMatchObject({ username: 'user7' })
  server.instead = undefined
  const state = await readAll(app, me.id)
  expect(state).toMatchObject({ phase: 'whole', known: 349 })
  expect(state.skipped).toBeUndefined()
  expect(await userIdOf(20)).toBeUndefined()
})

it('continues counting after an interrupted sync', async () => {
  withoutIds(7)
  const originalHandler = server.instead!
  server.instead = (after, response, search) => {
    if (after < 200) return originalHandler(after, response, search)
    json(response, 500, {})
    return true
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'stopped', skipped: 1 })
  server.instead = originalHandler
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 349, skipped: 1 })
})

it('stores changed users and counts unreadable entries', async () => {
  await readAll(app, me.id)
  server.change(5, { note: 'Changed.' })
  server.insteadOfChanges = (_, response) => {
    json(response, 200, [{ ...server.users[4]! }, { username: 'odd' }])
    return true
  }
  expect(await readAgain(app, me.id)).toMatchObject({ phase: 'whole', known: 350, skipped: 1 })
  expect(await userIdOf(5)).toMatchObject({ note: 'Changed.' })
})

it('fails with a message and keeps all users if every entry is unreadable', async () => {
  await readAll(app, me.id)
  withoutIds(...server.users.map(({ id }) => id))
  expect(await readAll(app, me.id)).toMatchObject({
    phase: 'stopped',
    known: 350,
    failure: { kind: 'service-error', message: 'None of the users in the list could be read.' },
  })
})
