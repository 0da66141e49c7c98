import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import type { DirectoryChangeKind } from '../../../shared/rules/directory-changes.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { findOwnChanges } from './own-changes.ts'
import { readAgain, readAll } from './testing/sync.ts'

describe('directory changes', () => {
  let sandbox: Sandbox
  let app: TestLatchkey
  let me: Account
  beforeEach(async () => {
    sandbox = await startSeededSandbox({ users: 10 })
    app = createTestLatchkey()
    me = await app.signIn(sandbox.url, sandbox.tokens.admin)
    await readAll(app, me.id)
  })
  afterEach(async () => {
    await app.close()
    await sandbox.stop()
  })

  const call = <T>(name: string, input: object = {}) => app.value<T>(name, input, me.id)

  async function userNamed(username: string): Promise<AdminListUser> {
    const { items } = await call<{ items: AdminListUser[] }>('users.list', { username })
    return items[0]!
  }

  async function callDirectly(method: string, path: string, body: object = {}): Promise<void> {
    const response = await fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
  }

  it('marks changes made on this computer, but not changes by others', async () => {
    const [wordy, maya, sunny] = await Promise.all(
      ['wordy', 'maya.lindqvist', 'sunny'].map(userNamed),
    )
    const admin = { base: { admin: false }, changes: { admin: true } }
    await call('userEdits.save', { id: wordy!.id, ...admin })
    await callDirectly('PUT', `/users/${maya!.id}`, { admin: true })
    const { username, name, state, id } = sunny!
    const seen = { username, name, state }
    const action = await call<QueuedAction>('queue.enqueue', { action: 'block', id, seen })
    await call('queue.sendAllNow')
    await vi.waitUntil(
      async () => (await call<QueuedAction>('queue.get', { id: action.id })).state === 'done',
    )
    await call('userEdits.create', {
      username: 'from.here',
      name: 'From Here',
      email: 'from.here@example.com',
      force_random_password: true,
    })
    await callDirectly('POST', '/users', {
      username: 'from.elsewhere',
      name: 'From Elsewhere',
      email: 'from.elsewhere@example.com',
      force_random_password: true,
    })
    await readAgain(app, me.id)
    // Someone else makes the same change.
    await callDirectly('POST', `/users/${id}/unblock`)
    await readAgain(app, me.id)
    await callDirectly('POST', `/users/${id}/block`)
    await readAgain(app, me.id)
    const { items } = await call<{ items: DirectoryChange[] }>('directory.changes')
    const others = { isByOthers: true, days: 1 }
    const byOthers = await call<{ items: DirectoryChange[]; total: number }>(
      'directory.changes',
      others,
    )
    expect(byOthers.items).toEqual(items.filter(({ isOwn }) => !isOwn))
    expect(byOthers.total).toBe(byOthers.items.length)
    const { text } = await call<{ text: string }>('directory.exportChanges', others)
    expect(text.trimEnd().split('\r\n')).toHaveLength(byOthers.total + 1)
    expect(text).toContain('maya.lindqvist,newAdmin')
    const rows = items.map((change) => [change.username, change.kind, change.isOwn === true])
    expect(rows).toHaveLength(7)
    expect(rows).toEqual(
      expect.arrayContaining([
        ['wordy', 'newAdmin', true],
        ['maya.lindqvist', 'newAdmin', false],
        ['from.here', 'new', true],
        ['from.elsewhere', 'new', false],
      ]),
    )
    const ofSunny = rows.filter(([name]) => name === 'sunny').map(([, , isOwn]) => isOwn)
    expect(ofSunny.toReversed()).toEqual([true, false, false])
  })
})

const minute = 60_000

function change(at: number, kind: DirectoryChangeKind, after?: string): DirectoryChange {
  return { at, kind, id: 7, username: 'kim', ...(after !== undefined && { after }) }
}

function entry(at: number, action: string, fields: Partial<AuditLogEntry> = {}): AuditLogEntry {
  const actor = { id: 1, username: 'ines' }
  const target = { id: 7, username: 'kim' }
  const instance = 'https://accounts.example.com'
  return {
    ...{ id: at, at, instance, actor, action, target, fields: [], changes: [], outcome: 'done' },
    ...fields,
  }
}

describe('audit log entry', () => {
  it('explains the first matching change of each kind', () => {
    const disable = entry(10 * minute, 'disable_two_factor')
    const [first, later] = [change(9 * minute, 'twoFactorOff'), change(90 * minute, 'twoFactorOff')]
    expect([...findOwnChanges([first, later], [disable])]).toEqual([first])
    const both = entry(minute, 'users.modify', {
      changes: [
        { field: 'admin', before: false, after: true },
        { field: 'external', before: false, after: true },
      ],
    })
    const changes = [change(minute, 'newAdmin'), change(minute, 'newExternal')]
    expect([...findOwnChanges([...changes, change(minute, 'noAdmin')], [both])]).toEqual(changes)
  })

  it('doesn’t explain changes to other users or at other times', () => {
    const day = 24 * 60 * minute
    const block = entry(2 * day, 'block', { after: 'blocked' })
    const countOwn = (at: number) => findOwnChanges([change(at, 'state', 'blocked')], [block]).size
    expect([countOwn(2 * day - 11 * minute), countOwn(2 * day - 9 * minute)]).toEqual([0, 1])
    expect([countOwn(3 * day), countOwn(3 * day + minute)]).toEqual([1, 0])
    const others = { ...change(2 * day, 'state', 'blocked'), id: 8 }
    expect(findOwnChanges([others], [block]).size).toBe(0)
  })

  it('doesn’t explain a state change if its action didn’t change the state', () => {
    const blocked = change(minute, 'state', 'blocked')
    const countOwn = (before: string) =>
      findOwnChanges([blocked], [entry(minute, 'add_note', { before, after: 'blocked' })]).size
    expect([countOwn('blocked'), countOwn('active')]).toEqual([0, 1])
  })

  it('explains a deletion and a reactivation', () => {
    const deleted = change(minute, 'deleted')
    expect(findOwnChanges([deleted], [entry(minute, 'hard_delete')]).has(deleted)).toBe(true)
    const returned = change(minute, 'returned', 'active')
    const activate = entry(minute, 'activate', { after: 'active' })
    expect(findOwnChanges([returned], [activate]).has(returned)).toBe(true)
  })
})
