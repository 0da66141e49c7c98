import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { serviceTable } from '../../shared/service/index.ts'
import { AdminListUser, AdminUser } from '../../shared/service/user-fields.ts'
import { getQuickCheck } from './quick-check.ts'

const person = {
  id: 1,
  username: 'ada',
  name: 'Ada',
  state: 'active',
  locked: false,
  avatar_url: null,
  email: 'ada@example.com',
  identities: [{ provider: 'ldap', extern_uid: 'x', more: { deep: [1] } }],
  created_by: { id: 2, username: 'bob', name: 'Bob', state: 'active' },
  projects_limit: 3,
  unknown: { to: 'us' },
}
const wrong = [undefined, null, 0, 1.5, NaN, -0, '', '7', 'text', true, [], {}, [null], { id: 1 }]

describe('a quick check', () => {
  it('accepts users as services list them', () => {
    expect(getQuickCheck(z.array(AdminListUser))([person, { ...person, email: undefined }])).toBe(
      true,
    )
  })

  it.each([
    ['an id as text', { ...person, id: '1' }],
    ['no state', { ...person, state: undefined }],
    [
      'somebody who made them without a state',
      { ...person, created_by: { ...person, state: undefined } },
    ],
    [
      'a field named __proto__',
      JSON.parse('{"id":1,"username":"a","name":"b","state":"c","__proto__":1}'),
    ],
  ])('leaves %s to the schema', (_, value) => {
    expect(getQuickCheck(AdminListUser)(value)).toBe(false)
  })

  it('never accepts what its schema rejects or changes', () => {
    const schemas: z.ZodType[] = [AdminListUser, AdminUser, ...returned()]
    let yes = 0
    for (const schema of schemas) {
      const check = getQuickCheck(schema)
      for (const value of variants(person)) {
        for (const given of [value, [value], [[value]]]) {
          if (!check(given)) continue
          yes += 1
          const { success, data } = schema.safeParse(given)
          expect(success, JSON.stringify(given)).toBe(true)
          expect(data).toEqual(given)
        }
      }
    }
    expect(yes).toBeGreaterThan(200)
  })
})

function returned(): z.ZodType[] {
  return Object.values(serviceTable).flatMap((family) =>
    Object.values(family).map(({ returns }) => returns as z.ZodType),
  )
}

/** A value, each time with something else in one place. */
function* variants(value: unknown): Iterable<unknown> {
  yield value
  yield* wrong
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    for (const other of variants(inner)) {
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
    }
  }
}
