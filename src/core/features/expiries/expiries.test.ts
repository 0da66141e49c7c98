import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Expiry } from '../../../shared/operations/expiries.ts'
import { dateIn } from '../../testing/dates.ts'
import { testFolder } from '../../testing/folder.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { signedIn } from '../keys/ssh/testing/account-service.ts'
import { keygen } from '../keys/ssh/testing/key-material.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let user: Account
let admin: Account
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  latchkey = createTestLatchkey()
  user = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
  admin = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
})
afterAll(async () => {
  await latchkey.close()
  await sandbox.stop()
})

interface List {
  items: Expiry[]
  failures: { account: string; failure: { message: string } }[]
}

const list = (account?: string) => latchkey.value<List>('expiries.list', { account })

it('lists the tokens and keys of all accounts, the next first', async () => {
  const gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
  const key = keygen(join(testFolder(), 'key'))
  const expires_at = dateIn(20)
  const { id } = await gitlab.call(sshKeys.add, { title: 'Laptop', key, expires_at })
  const { items, failures } = await list()
  expect(failures).toEqual([])
  expect(new Set(items.map(({ account }) => account))).toEqual(new Set([user.id, admin.id]))
  expect(items).toContainEqual({
    account: user.id,
    kind: 'ssh',
    id,
    name: 'Laptop',
    at: expect.stringContaining(expires_at),
    daysLeft: 20,
  })
  const days = items.map(({ at }) => Date.parse(at))
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect((await list(user.id)).items).toEqual(items.filter(({ account }) => account === user.id))
})

it('exports the same as a calendar', async () => {
  const { items } = await list()
  const calendar = await latchkey.value<{ filename: string; text: string; count: number }>(
    'expiries.calendar',
  )
  expect(calendar.filename).toMatch(/^expiries-\d{4}-\d\d-\d\d\.ics$/)
  expect(calendar.count).toBe(items.length)
  expect(calendar.text.match(/^BEGIN:VEVENT/gm)).toHaveLength(items.length)
})

it('lists what can be read, and what can’t, once for each account', async () => {
  const other = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  const { id } = await latchkey.signIn(other.url, other.tokens.user)
  await other.stop()
  const { items, failures } = await list()
  expect(items.some(({ account }) => account === user.id)).toBe(true)
  expect(failures).toEqual([{ account: id, failure: expect.objectContaining({ kind: 'offline' }) }])
  await latchkey.value('accounts.signOut', { id })
})

it('lists accounts without a list of tokens, also beside a calendar', async () => {
  const other = await startSeededSandbox({ users: 0, flavor: 'interface' })
  const { id } = await latchkey.signIn(other.url, other.tokens.user)
  for (const name of ['expiries.list', 'expiries.calendar'] as const)
    expect(await latchkey.value(name), name).toMatchObject({ failures: [], unlisted: [id] })
  await latchkey.value('accounts.signOut', { id })
  await other.stop()
})

it('fails for an unknown account', async () => {
  expect(await latchkey.failure('expiries.list', { account: 'none' })).toMatchObject({
    reason: 'unknown-account',
  })
})
