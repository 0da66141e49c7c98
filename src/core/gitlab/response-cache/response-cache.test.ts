import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { serviceTable } from '../../../shared/gitlab/index.ts'
import { createCacheKey, mayAffect, containsSecret } from './cache-key.ts'
import { ResponseCache } from './response-cache.ts'
import { watchLostAdminRights } from './lost-admin-rights.ts'
import { testFolder } from '../../testing/folder.ts'

let folder: string
let clock = 0
const pathOf = (account: string) => join(folder, account, 'reads.db')
const logged: string[] = []
const answersOf = (accounts: string[], limits = { entries: 20, bytes: 10_000 }) =>
  new ResponseCache({
    accounts: () => accounts,
    pathOf: (account) => (accounts.includes(account) ? pathOf(account) : undefined),
    now: () => (clock += 1),
    log: (message) => logged.push(message),
    limits,
  })
beforeEach(() => (folder = testFolder()))

const keyOf = (id: number) => ({ path: `/users/${id}`, query: '[]' })
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe('response cache', () => {
  it('limits the number of responses and deletes the oldest', () => {
    const answers = answersOf(['a', 'b'])
    answers.store('b', keyOf(1), { id: 1 }, 0)
    for (const id of ids(0, 100)) answers.store('a', keyOf(id), { id }, 0)
    const remainingIds = ids(0, 100).filter((id) => answers.find('a', keyOf(id)))
    expect(remainingIds.length).toBeLessThanOrEqual(20)
    expect(remainingIds.length).toBeGreaterThanOrEqual(18)
    expect(remainingIds).toEqual(ids(100 - remainingIds.length, 100))
    expect(answers.find('b', keyOf(1))).toBeDefined()
    answers.close()
  })

  it('limits the size per response and in total', () => {
    const answers = answersOf(['a'])
    for (const id of ids(0, 50)) answers.store('a', keyOf(id), { text: 'x'.repeat(1_500) }, 0)
    const remainingIds = ids(0, 50).filter((id) => answers.find('a', keyOf(id)))
    expect(remainingIds.length).toBeGreaterThan(3)
    expect(remainingIds.length).toBeLessThanOrEqual(6)
    answers.store('a', keyOf(99), { text: 'x'.repeat(5_000) }, 0)
    expect(answers.find('a', keyOf(99))).toBeUndefined()
    answers.close()
  })

  it('counts a response only once if it is read repeatedly', () => {
    const answers = answersOf(['a'])
    answers.store('a', keyOf(1), { id: 1 }, 0)
    for (const id of Array.from({ length: 200 }, () => 2)) answers.store('a', keyOf(id), { id }, 0)
    expect(answers.find('a', keyOf(1))).toBeDefined()
    answers.close()
  })

  it('skips responses that were requested before a write, contain a secret, or are for in-memory accounts', () => {
    const answers = answersOf(['a'])
    const turn = answers.writeCount('a')
    answers.onWrite('a', serviceTable.emails.add, { email: 'a@b.example' })
    answers.store('a', keyOf(1), { id: 1 }, turn)
    answers.store('demo', keyOf(1), { id: 1 }, 0)
    answers.store('a', keyOf(2), { items: [{ token: 'glpat-x' }] }, answers.writeCount('a'))
    for (const account of ['a', 'demo']) {
      for (const id of [1, 2]) expect(answers.find(account, keyOf(id))).toBeUndefined()
    }
    answers.close()
  })

  it('deletes an account’s responses along with its file, and keeps those of others', () => {
    const answers = answersOf(['a', 'b'])
    for (const account of ['a', 'b']) answers.store(account, keyOf(1), { name: 'Somebody' }, 0)
    answers.forget('b')
    expect(answers.find('a', keyOf(1))).toBeDefined()
    expect(existsSync(pathOf('b'))).toBe(false)
    expect(answers.find('b', keyOf(1))).toBeUndefined()
    answers.close()
  })

  it('can be cleared for all accounts', () => {
    const answers = answersOf(['a', 'b'])
    for (const account of ['a', 'b']) answers.store(account, keyOf(1), { name: 'Somebody' }, 0)
    answers.close()
    answersOf(['a', 'b']).clear()
    expect([pathOf('a'), pathOf('b')].filter((path) => existsSync(path))).toEqual([])
  })
})

it('uses the same key only for the same request', () => {
  const { users, user, sshKeys, emails, impersonationTokens } = serviceTable
  const one = createCacheKey(users.list, { search: 'a', active: true }, 'page')
  expect(createCacheKey(users.list, { active: true, search: 'a' }, 'page')).toEqual(one)
  expect(createCacheKey(users.list, { search: 'b', active: true }, 'page')).not.toEqual(one)
  expect(createCacheKey(users.list, { search: 'a', active: true }, 'all')).not.toEqual(one)
  expect(createCacheKey(users.list, { search: 'a', active: true }, 'page', 'page=2')).toMatchObject(
    {
      list: one!.query,
    },
  )
  expect(createCacheKey(sshKeys.listOf, { id_or_username: 'a/b' }, 'page')?.path).toBe(
    '/users/a%2Fb/keys',
  )
  for (const none of [
    createCacheKey(user.get, { sudo: 1 }, 'one'),
    createCacheKey(emails.get, { email_id: 1 }, 'one'),
    createCacheKey(impersonationTokens.create, {}, 'one'),
    createCacheKey(users.get, { id: 'nobody' }, 'one'),
  ]) {
    expect(none).toBeUndefined()
  }
})

it.each([
  ['/user/emails', '/user/emails', true],
  ['/user/emails/7', '/user/emails', true],
  ['/user/emails', '/user', true],
  ['/user/avatar', '/user', true],
  ['/user/keys/7', '/user', false],
  ['/user/keys/7', '/user/keys', true],
  ['/user/keys', '/user/keysets', false],
  ['/user/status', '/user/preferences', false],
  ['/users/7/block', '/users/7', true],
  ['/users/7/block', '/users', true],
  ['/users/7/block', '/users/70', false],
  ['/users/7/block', '/users/7/keys', false],
  ['/users/7', '/users/7/keys', true],
  ['/users/7/follow', '/users/9/following', true],
  ['/users/7/unfollow', '/users/7/followers', true],
])('returns whether a write to %s affects %s: %s', (written, path, is) => {
  expect(mayAffect(written, path)).toBe(is)
})

it.each([
  [{ token: 'x' }, true],
  [[{ deep: [{ private_token: 'x' }] }], true],
  [{ password: 'x' }, true],
  [{ token: '' }, false],
  [{ token_expires_at: '2026-01-01', tokens: 3 }, false],
  [undefined, false],
])('detects whether %j contains a secret: %s', (answer, is) => {
  expect(containsSecret(answer)).toBe(is)
})

it('reports lost admin rights once', () => {
  const lost: string[] = []
  const now = watchLostAdminRights([{ id: 'a', isAdmin: true }], (id) => lost.push(id))
  const both = (a: boolean, b: boolean) =>
    now([
      { id: 'a', isAdmin: a },
      { id: 'b', isAdmin: b },
    ])
  both(true, false)
  both(false, true)
  both(false, true)
  both(false, false)
  expect(lost).toEqual(['a', 'b'])
})
