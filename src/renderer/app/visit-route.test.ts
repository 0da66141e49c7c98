import { expect, it } from 'vitest'
import { visitRoute } from './visit-route.ts'

it('leads to a screen of the named account, else of the active one', () => {
  expect(visitRoute({ screen: 'keys', kind: 'gpg', account: 'a' }, 'b')).toEqual({
    name: 'keys',
    params: { account: 'a' },
    query: { kind: 'gpg' },
  })
  expect(visitRoute({ screen: 'keys' }, 'b')).toMatchObject({ params: { account: 'b' } })
  expect(visitRoute({ screen: 'keys' }, undefined)).toBeUndefined()
})

it('leads to screens that need no account, and to no user without their ID', () => {
  expect(visitRoute({ screen: 'settings' }, undefined)).toEqual({ name: 'settings' })
  expect(visitRoute({ screen: 'person' }, 'a')).toBeUndefined()
  expect(visitRoute({ screen: 'person', id: 7 }, 'a')).toMatchObject({
    params: { account: 'a', id: 7 },
  })
  expect(visitRoute({ palette: true }, 'a')).toBeUndefined()
})
