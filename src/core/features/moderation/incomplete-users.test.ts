import { t } from '../../platform/messages.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import { type UsersServer, startUsersServer } from '../directory/testing/users-server.ts'
import { readAll } from '../directory/testing/sync.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let server: UsersServer
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(20)
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
})

const allUsers = { selection: { kind: 'matching', filter: {}, except: [] }, action: 'block' }
const preview = () => app.value<BulkPreview>('bulk.preview', allUsers, me.id)
/** IDs of users skipped in the preview because of missing fields. */
const incomplete = ({ skipped }: BulkPreview) =>
  skipped
    .filter(({ why }) => why === t('queue.skippedIncomplete'))
    .flatMap(({ sample }) => sample.map(({ id }) => id))

it.each([
  ['administrator', { is_admin: null }],
  ['bot', { bot: null }],
  ['state', { state: null }],
])('bulk actions skip users whose %s field can’t be read', async (_, field) => {
  for (const { id } of server.users) server.change(id, { bot: false })
  server.change(7, field)
  await readAll(app, me.id)
  expect(incomplete(await preview())).toEqual([7])

  // Loaded individually, the user has all fields.
  server.change(7, { is_admin: false, bot: false, state: 'active' })
  await app.value('users.get', { id: 7 }, me.id)
  expect(incomplete(await preview())).toEqual([])
})

it('includes all users if the instance never reports the bot field', async () => {
  await readAll(app, me.id)
  expect(await preview()).toMatchObject({ affectedCount: 19 })
})
