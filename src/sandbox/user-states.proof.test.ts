import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './database/database.ts'
import type { Database } from './database/database.ts'
import type { FlavorName } from './flavors.ts'
import { createRandom } from './seed/random.ts'
import { startTestSandbox } from './testing/harness.ts'
import { createRawClient } from './testing/raw-client.ts'
import { isFull } from '../core/testing/proof.ts'

// Walks 30 accounts through random events over HTTP, and compares every step with an independent model of the rules.

const steps = isFull ? 10_000 : 500
const adminEvents = 'block unblock deactivate activate ban unban approve reject'.split(' ')
/** Events that involve no administrator, weighted so users don't stay in one state for long. */
const userEvents = ['visit', 'sign up', 'sign up', 'leave the directory', 'return to the directory']
const states = 'active blocked ldap_blocked blocked_pending_approval banned deactivated'.split(' ')

/** A user in the model. */
interface ModelUser {
  id: number
  state: string
  isInternal: boolean
  isCaller: boolean
  lastSeen: string | null
  isRejected: boolean
}

describe.each<FlavorName>(['interface', 'gitlab'])('user states in flavor %s', (flavor) => {
  it(`match the model after each of ${steps} steps`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walk-'))
    const sandbox = await startTestSandbox({ flavor, data: folder, users: 200, seed: 'walk' })
    const db = openDatabase(folder)
    const random = createRandom(`walk ${flavor}`)
    const client = createRawClient(sandbox.url)
    const headers = { 'private-token': sandbox.tokens.admin }
    const call = async (path: string) => {
      const sent = { method: 'POST', path: `/api/v4${path}`, headers }
      const { status, text } = await client.send(sent)
      return { status, body: text === '' ? '' : (JSON.parse(text) as unknown) }
    }
    onTestFinished(async () => {
      client.end()
      db.close()
      await sandbox.stop()
      await rm(folder, { recursive: true })
    })
    let users = createModel(db)
    let today = '2025-07-01'
    let replaced = 0
    const seen = new Set<string>()

    for (let remaining = steps; remaining > 0;) {
      // A few concurrent events, each on a different user.
      const batch = pickSome(random.below, users, Math.min(20, remaining))
      remaining -= batch.length
      await Promise.all(
        batch.map(async (user) => {
          const pickedEvent = random.pick(random.chance(0.75) ? adminEvents : userEvents)
          // The walk would be over if the caller banned themselves.
          const event = user.isCaller && pickedEvent === 'ban' ? 'unban' : pickedEvent
          if (adminEvents.includes(event)) {
            seen.add(`${event} ${user.state}`)
            const expected = expectedResponse(event, user, today, flavor)
            const context = { event, ...user }
            const answer = await call(`/users/${user.id}/${event}`)
            expect({ ...context, ...answer }).toEqual({ ...context, ...expected })
          } else {
            await applyUserEvent(db, call, event, user, today)
          }
        }),
      )
      if (random.chance(0.3)) {
        sandbox.clock.now = new Date(
          sandbox.clock.now.getTime() + random.below(40) * 86_400_000 + 60_000,
        )
        today = sandbox.clock.now.toISOString().slice(0, 10)
        // Any request triggers housekeeping.
        await call('/users/1/unblock')
        users.find(({ isCaller }) => isCaller)!.lastSeen = today
        users = users.map((user) =>
          user.isRejected ? addPendingUser(db, `newcomer-${replaced++}`) : user,
        )
      }
      expect(stateInData(db, users)).toEqual(users.map(({ id, state }) => ({ id, state })))
    }

    const storedStates = db.all<{ state: string }>('SELECT DISTINCT state FROM users')
    expect(storedStates.map(({ state }) => state).toSorted()).toEqual(states.toSorted())
    // Every event occurred in every state, and some users were rejected.
    if (isFull) expect(seen.size).toBe(adminEvents.length * states.length)
    expect(replaced).toBeGreaterThan(steps / 200)
  })
})

/** Applies the rules in GitLab's documentation. Mutates the user. */
function expectedResponse(event: string, user: ModelUser, today: string, flavor: FlavorName) {
  const { state } = user
  const isBlocked = !['active', 'deactivated'].includes(state)
  const moveTo = (next: string, body: unknown = true) => {
    user.state = next
    return { status: 201, body }
  }
  const noEffect = (body: unknown) => ({ status: 201, body })
  const refuse = (message: string, status = 403) => ({ status, body: { message } })
  switch (event) {
    case 'block':
      if (state === 'ldap_blocked')
        return refuse(forbidden('LDAP blocked users cannot be modified'))
      if (user.isCaller) return refuse(forbidden('The API initiating user cannot be blocked'))
      if (isBlocked) return noEffect(null)
      if (user.isInternal) return refuse('An internal user cannot be blocked')
      return moveTo('blocked')
    case 'unblock':
      if (state === 'ldap_blocked')
        return refuse(forbidden('LDAP blocked users cannot be unblocked'))
      if (state === 'deactivated') return refuse(forbidden('Deactivated users cannot be unblocked'))
      return state === 'active' ? noEffect(false) : moveTo('active')
    case 'activate':
      if (isBlocked) {
        return refuse('Error occurred. A blocked user must be unblocked to be activated')
      }
      return moveTo('active')
    case 'deactivate':
      if (state === 'deactivated') return noEffect(null)
      if (isBlocked) return refuse('Error occurred. A blocked user cannot be deactivated')
      if (user.isInternal) return refuse('Internal users cannot be deactivated')
      if (user.lastSeen !== null && daysBetween(user.lastSeen, today) < 90) {
        return refuse(
          'The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated',
        )
      }
      return moveTo('deactivated')
    case 'ban':
      return state === 'active' ? moveTo('banned') : refuse(`You cannot ban ${state} users.`)
    case 'unban':
      return state === 'banned' ? moveTo('active') : refuse(`You cannot unban ${state} users.`)
    case 'approve':
      if (state === 'blocked_pending_approval') return moveTo('active', { message: 'Success' })
      return refuse(
        'The user you are trying to approve is not pending approval',
        flavor === 'interface' && ['blocked', 'ldap_blocked'].includes(state) ? 403 : 409,
      )
    default:
      if (state !== 'blocked_pending_approval') {
        return refuse('User does not have a pending request', 409)
      }
      user.isRejected = true
      // GitLab blocks a user before it deletes them.
      if (flavor === 'gitlab') user.state = 'blocked'
      return { status: 200, body: { message: 'Success' } }
  }
}

const forbidden = (reason: string) => `403 Forbidden - ${reason} by the API`

/** Events other than moderation: the user's own visits, sign-ups, and directory changes. */
async function applyUserEvent(
  db: Database,
  call: (path: string) => Promise<unknown>,
  event: string,
  user: ModelUser,
  today: string,
): Promise<void> {
  if (event === 'visit') {
    await call(`/users/${user.id}/unfollow?sudo=${user.id}`)
    user.lastSeen = today
    return
  }
  if (user.isCaller || user.isInternal) return
  const transitions: Record<string, [from: string[], to: string]> = {
    'sign up': [['active', 'blocked', 'deactivated'], 'blocked_pending_approval'],
    'leave the directory': [['active', 'deactivated'], 'ldap_blocked'],
    'return to the directory': [['ldap_blocked'], 'active'],
  }
  const [from, to] = transitions[event]!
  if (!from.includes(user.state)) return
  db.run('UPDATE users SET state = ? WHERE id = ?', to, user.id)
  user.state = to
}

/** Picks 30 users: the caller, another administrator, two internal accounts, and others. */
function createModel(db: Database): ModelUser[] {
  const castUsernames = 'ines tomasz ghost alert-bot newcomer dev_singh long-gone'.split(' ')
  return db
    .all<StoredUser>(
      `SELECT id, state, kind, last_activity_on FROM users
       WHERE username IN (${castUsernames.map(() => '?').join()}) OR id BETWEEN 60 AND 82`,
      ...castUsernames,
    )
    .map((row) => toModelUser(row))
}

interface StoredUser {
  id: number
  state: string
  kind: string
  last_activity_on: string | null
}

function toModelUser({ id, state, kind, last_activity_on: lastSeen }: StoredUser): ModelUser {
  const isInternal = ['ghost', 'alert_bot'].includes(kind)
  return { id, state, isInternal, isCaller: id === 1, lastSeen, isRejected: false }
}

/** Creates a pending user from an existing one. */
function addPendingUser(db: Database, username: string): ModelUser {
  db.execute('CREATE TEMP TABLE newcomer AS SELECT * FROM users WHERE id = 2')
  db.run(
    `UPDATE newcomer SET id = NULL, username = ?1, email = ?1, last_activity_on = NULL,
       state = 'blocked_pending_approval'`,
    username,
  )
  db.run('INSERT INTO users SELECT * FROM newcomer')
  db.execute('DROP TABLE newcomer')
  return toModelUser(db.one<StoredUser>('SELECT * FROM users WHERE username = ?', username)!)
}

function stateInData(db: Database, users: ModelUser[]) {
  const rows = db.all<{ id: number; state: string }>('SELECT id, state FROM users')
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]))
  return users.map(({ id }) => ({ id, state: stateOf.get(id) }))
}

function pickSome(
  below: (limit: number) => number,
  users: ModelUser[],
  count: number,
): ModelUser[] {
  const remaining = [...users]
  return Array.from({ length: count }, () => remaining.splice(below(remaining.length), 1)[0]!)
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000
}
