import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import { createUserLister } from '../testing/listing.ts'

describe('user search', () => {
  let sandbox: TestSandbox
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())
  const { names } = createUserLister(() => sandbox)

  it.each([
    ['lindq', ['maya.lindqvist']],
    ['LINDqvist maya', ['maya.lindqvist']],
    ['@maya.lind', ['maya.lindqvist']],
    ['"dev singh"', ['dev_singh']],
    ['ليلى', ['layla.h']],
    ['王小雨', ['xiaoyu']],
    ['<img src', ['onerror']],
    ["drop'); TABLE", []],
    ['100%', []],
    ['nobody is called so', []],
    ['a '.repeat(2000), []],
    ['lindqvist '.repeat(500), ['maya.lindqvist']],
  ])('finds %j', async (search, found) => {
    expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(found)
  })

  it('matches terms of fewer than three characters against whole names', async () => {
    expect(await names('search=X')).toEqual(['x'])
    expect(await names('search=in')).toEqual([])
    expect((await names('search=ine')).length).toBeGreaterThan(0)
    expect(await names('search=%20')).toEqual(await names(''))
  })

  it('returns exact matches first unless an order is requested', async () => {
    const create = (username: string, name: string) =>
      sandbox.ask('POST', '/users', {
        token: sandbox.tokens.admin,
        body: { username, name, email: `${username}@example.org`, force_random_password: true },
      })
    await create('a-larkin', 'Aaron Larkin')
    await create('larkin', 'Zoe')
    await create('zz', 'Larkin')
    await create('b-larkin', 'Bea Larkin')
    expect(await names('search=larkin')).toEqual(['zz', 'larkin', 'a-larkin', 'b-larkin'])
    expect(await names('search=larkin&order_by=username&sort=asc')).toEqual([
      'a-larkin',
      'b-larkin',
      'larkin',
      'zz',
    ])
    expect(await names('search=larkin&sort=asc')).toEqual(['a-larkin', 'larkin', 'zz', 'b-larkin'])
  })

  it('finds full addresses: public ones for everyone, all for administrators', async () => {
    const isFound = async (search: string, who: 'admin' | 'user') =>
      (await names(`search=${encodeURIComponent(search)}`, who)).length > 0
    const cases: [search: string, user: boolean, admin: boolean][] = [
      ['maya.lindqvist@example.com', true, true],
      ['MAYA.LINDQVIST@example.com', true, true],
      // The matching part is itself an address.
      ['lindqvist@example.com', true, false],
      ['ines@example.com', false, true],
      ['maya@tidewater.example', false, true],
      ['@wordy.example', false, false],
      ['tidewater.example', false, false],
    ]
    for (const [search, user, admin] of cases) {
      expect([search, await isFound(search, 'user')]).toEqual([search, user])
      expect([search, await isFound(search, 'admin')]).toEqual([search, admin])
    }
  })
})
