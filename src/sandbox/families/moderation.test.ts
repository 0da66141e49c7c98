import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import type { Database } from '../database/database.ts'
import type { User } from '../database/users.ts'
import { userById } from '../database/users.ts'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import { done, events, outcomes, refused, states, success } from '../testing/moderation-outcomes.ts'

let folder: string
let sandbox: TestSandbox
/** The sandbox's database, opened separately. */
let db: Database
const moderate = async (event: string, id: number | string, token = sandbox.tokens.admin) => {
  const { status, body } = await sandbox.ask('POST', `/users/${id}/${event}`, { token })
  return { status, body }
}
const person = (username: string) =>
  db.one<User>('SELECT * FROM users WHERE username = ?', username)!
const put = (id: number, columns: Partial<User>) => {
  for (const [name, value] of Object.entries(columns)) {
    db.run(`UPDATE users SET ${name} = ? WHERE id = ?`, value, id)
  }
}
const attributes = (id: number) =>
  db.all<{ key: string; value: string }>(
    'SELECT key, value FROM custom_attributes WHERE user_id = ? ORDER BY key',
    id,
  )

describe.each<FlavorName>(['interface', 'gitlab'])('moderation API in flavor %s', (flavor) => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moderation-'))
    sandbox = await startTestSandbox({ flavor, data: folder })
    db = openDatabase(folder)
  })
  afterEach(async () => {
    db.close()
    await sandbox.stop()
    await rm(folder, { recursive: true })
  })

  it.each(events)(
    "%s responds according to the user's state and has no other effect",
    async (event) => {
      // A user who has been inactive long enough for every event.
      const { id } = person('long-gone')
      for (const [index, state] of states.entries()) {
        put(id, { state: state as User['state'], updated_at: '2020-01-01T00:00:00.000Z' })
        const [answer, outcome] = outcomes[event]![index]!
        const isRejected = event === 'reject' && state === 'blocked_pending_approval'
        const newState = isRejected && flavor === 'gitlab' ? 'blocked' : outcome
        const isForbidden =
          flavor === 'interface' && event === 'approve' && /^(ldap_)?blocked$/.test(state)
        expect({ state, ...(await moderate(event, id)) }).toEqual({
          state,
          ...answer,
          ...(isForbidden && { status: 403 }),
        })
        expect(userById(db, id)).toMatchObject({
          state: newState ?? state,
          updated_at: newState ? '2025-07-01T12:00:00.000Z' : '2020-01-01T00:00:00.000Z',
        })
      }
    },
  )

  it('deletes rejected users and their data within the next minute', async () => {
    const { id } = person('newcomer')
    const read = () => sandbox.ask('GET', `/users/${id}/status`)
    const isThere = () => userById(db, id) !== undefined
    expect(await moderate('reject', id)).toEqual({ status: 200, body: success })
    sandbox.clock.now = new Date('2025-07-01T12:00:59.999Z')
    expect((await read()).status).toBe(200)
    expect(await moderate('reject', id)).toEqual(
      flavor === 'gitlab'
        ? refused('User does not have a pending request', 409)
        : { status: 200, body: success },
    )
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect(await read()).toMatchObject({ status: 404, body: { message: '404 User Not Found' } })
    expect(isThere()).toBe(false)
    expect(await moderate('approve', id)).toEqual(refused('404 User Not Found', 404))
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    expect(db.all('SELECT * FROM deletions')).toEqual([])
  })
})

describe('moderation API', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moderation-'))
    sandbox = await startTestSandbox({ data: folder })
    db = openDatabase(folder)
  })
  afterEach(async () => {
    db.close()
    await sandbox.stop()
    await rm(folder, { recursive: true })
  })

  it.each(events)('%s requires an administrator and an existing user', async (event) => {
    const { id } = person('newcomer')
    const texts: Record<string, string> = {
      approve: 'You are not allowed to approve a user',
      reject: 'You are not allowed to reject a user',
    }
    const { user, read_user } = sandbox.tokens
    const notAdmin = refused(texts[event] ?? '403 Forbidden')
    expect(await moderate(event, id, user)).toEqual(notAdmin)
    expect(await moderate(event, 999_999, user)).toEqual(notAdmin)
    expect(await moderate(event, id, read_user)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    })
    expect(await moderate(event, id, '')).toEqual(refused('401 Unauthorized', 401))
    expect(await moderate(event, 999_999)).toEqual(refused('404 User Not Found', 404))
    for (const odd of ['newcomer', '1%2F2']) {
      const unknown = { status: 404, body: { error: '404 Not Found' } }
      expect(await moderate(event, odd)).toEqual(unknown)
    }
    expect(await moderate(event, '9'.repeat(30))).toEqual({
      status: 400,
      body: { error: 'id is invalid' },
    })
    expect(userById(db, id)!.state).toBe('blocked_pending_approval')
  })

  it('acts on the user in the path and ignores the body', async () => {
    const { id } = person('wordy')
    const path = `/users/${id}/block?id=2`
    const body = { id: 2, user_id: 2, state: 'banned', unknown: [{}] }
    const answer = await sandbox.ask('POST', path, { token: sandbox.tokens.admin, body })
    expect(answer).toMatchObject(done)
    expect(userById(db, id)!.state).toBe('blocked')
    expect(userById(db, 2)!.state).toBe('active')
  })

  it('rejects blocking oneself but allows blocking other administrators', async () => {
    const self = refused('403 Forbidden - The API initiating user cannot be blocked by the API')
    expect(await moderate('block', 1)).toEqual(self)
    expect(await moderate('block', person('tomasz').id)).toEqual(done)
  })

  it('applies the self-block rule to the sudo user', async () => {
    const { id } = person('tomasz')
    const { body } = await sandbox.ask('POST', `/users/${id}/block`, {
      token: sandbox.tokens.admin,
      headers: { sudo: 'tomasz' },
    })
    expect(body).toEqual({
      message: '403 Forbidden - The API initiating user cannot be blocked by the API',
    })
    expect(userById(db, id)!.state).toBe('active')
  })

  it.each(['alert-bot', 'support-bot', 'ghost'])(
    'rejects blocking and deactivating %s',
    async (username) => {
      const { id } = person(username)
      expect(await moderate('block', id)).toEqual(refused('An internal user cannot be blocked'))
      expect(await moderate('deactivate', id)).toEqual(
        refused('Internal users cannot be deactivated'),
      )
    },
  )

  it('deactivates only users who were inactive for 90 days', async () => {
    const { id } = person('x')
    const tooEarly = refused(
      'The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated',
    )
    for (const [seen, answer] of [
      ['2025-07-01', tooEarly],
      ['2025-04-03', tooEarly],
      ['2025-04-02', done],
      ['2023-01-01', done],
      [null, done],
    ] as const) {
      put(id, { state: 'active', last_activity_on: seen })
      expect({ seen, ...(await moderate('deactivate', id)) }).toEqual({ seen, ...answer })
    }
    // The caller is active by definition.
    expect(await moderate('deactivate', 1)).toEqual(tooEarly)
  })

  it('records who last blocked and unblocked a user', async () => {
    const { id } = person('wordy')
    await moderate('block', id)
    expect(attributes(id)).toEqual([{ key: 'blocked_by', value: 'ines/1+2025-07-01 12:00:00 UTC' }])
    await moderate('unblock', id)
    sandbox.clock.now = new Date('2025-07-02T08:30:15.250Z')
    await sandbox.ask('POST', `/users/${id}/block?sudo=tomasz`, { token: sandbox.tokens.admin })
    expect(attributes(id)).toEqual([
      { key: 'blocked_by', value: `tomasz/${person('tomasz').id}+2025-07-02 08:30:15 UTC` },
      { key: 'unblocked_by', value: 'ines/1+2025-07-01 12:00:00 UTC' },
    ])
  })

  it('records nothing when the event has no effect', async () => {
    const { id } = person('newcomer')
    for (const event of ['block', 'approve', 'unblock', 'ban']) await moderate(event, id)
    expect(attributes(id)).toEqual([])
  })

  it('keeps scheduled deletions after a restart', async () => {
    const { id } = person('newcomer')
    await moderate('reject', id)
    await sandbox.stop()
    sandbox = await startTestSandbox({ data: folder })
    expect((await sandbox.ask('GET', `/users/${id}/status`)).status).toBe(200)
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect((await sandbox.ask('GET', `/users/${id}/status`)).status).toBe(404)
  })

  it('revokes API access on block and ban, and restores it on unblock and unban', async () => {
    const enter = async () =>
      (await sandbox.ask('GET', '/user', { token: sandbox.tokens.user })).status
    for (const [out, back] of [
      ['block', 'unblock'],
      ['ban', 'unban'],
    ] as const) {
      expect(await moderate(out, 2)).toEqual(done)
      expect(await enter()).toBe(403)
      expect(await moderate(back, 2)).toEqual(done)
      expect(await enter()).toBe(200)
    }
  })
})
