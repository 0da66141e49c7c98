import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appTable } from '../shared/operations/index.ts'
import { serviceTable } from '../shared/gitlab/index.ts'
import { formatFailure } from './platform/failure.ts'
import { createFailure } from './platform/failures.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

let latchkey: TestLatchkey
let account: string
beforeAll(async () => {
  latchkey = createTestLatchkey()
  // An administrator has access to everything, so a call can only be rejected for its payload.
  account = (await latchkey.value<{ id: string }>('demo.start', { as: 'admin' })).id
})
afterAll(() => latchkey.close())

const namesOf = (table: Record<string, object>) =>
  Object.entries(table).flatMap(([family, operations]) =>
    Object.keys(operations).map((operation) => `${family}.${operation}`),
  )

const unknownOperation = formatFailure(createFailure('invoke.unknown')).message

describe('operation tables', () => {
  it('don’t share families, so that every name is unambiguous', () => {
    const sharedFamilies = Object.keys(appTable).filter((family) => family in serviceTable)
    expect(sharedFamilies).toEqual([])
  })
})

describe.each(namesOf(appTable))('%s', (name) => {
  it('has a handler and rejects an invalid payload', async () => {
    for (const payload of ['text', 7, [], { thisFieldDoesNotExist: true }]) {
      const failure = await latchkey.failure(name, payload, account)
      expect(failure.kind).toBe('invalid')
      expect(failure.message).not.toBe(unknownOperation)
    }
  })
})

describe.each(namesOf(serviceTable))('%s', (name) => {
  it('rejects an invalid payload, a missing account, and an unknown one', async () => {
    for (const payload of ['text', 7, [], { thisFieldDoesNotExist: true }]) {
      expect((await latchkey.failure(name, payload, account)).kind).toBe('invalid')
    }
    for (const foreign of [undefined, null, 5, {}, '__proto__', 'nobody']) {
      expect(['invalid', 'not-found']).toContain((await latchkey.failure(name, {}, foreign)).kind)
    }
  })
})

it('rejects a non-string identity provider before the audit log uses it', async () => {
  const input = { provider: [{ toString: null }] }
  const failure = await latchkey.failure('users.removeIdentity', input, account)
  expect(failure).toMatchObject({ kind: 'invalid', fields: { provider: [expect.any(String)] } })
})

describe('operation name', () => {
  it.each([
    '',
    'accounts',
    'accounts.',
    'accounts.list.more',
    'nothing.here',
    null,
    7,
    {},
    ['accounts', 'list'],
  ])('is rejected if unknown: %j', async (name) => {
    const failure = { kind: 'invalid', message: unknownOperation }
    expect(await latchkey.failure(name)).toMatchObject(failure)
  })

  it('is rejected for an internal endpoint', async () => {
    expect(await latchkey.failure('status.set', { emoji: 'coffee' }, account)).toMatchObject({
      message: 'This isn’t available here.',
    })
  })
})

describe('result of a call', () => {
  it('contains only the fields declared by its operation', async () => {
    const { accounts } = await latchkey.value<{ accounts: object[] }>('accounts.list')
    expect(Object.keys(accounts[0]!)).not.toContain('secret')
  })

  it('is a failure without details after an internal error', async () => {
    const broken = createTestLatchkey({
      keychain: { describe: () => Promise.reject(new Error('glpat-secret in a message')) } as never,
    })
    const failure = await broken.failure('diagnostics.report', { instances: false })
    expect(failure.kind).toBe('unexpected')
    expect(JSON.stringify(failure)).not.toContain('glpat')
    await broken.close()
  })
})
