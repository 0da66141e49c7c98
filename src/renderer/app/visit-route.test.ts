import { expect, it } from 'vitest'
import { visitRoute } from './visit-route.ts'

it('opens a screen for the given account, or for the active one', () => {
  expect(visitRoute({ screen: 'keys', kind: 'gpg', account: 'a' }, 'b')).toEqual({
    name: 'keys',
    params: { account: 'a' },
    query: { kind: 'gpg' },
  })
  expect(visitRoute({ screen: 'keys' }, 'b')).toMatchObject({ params: { account: 'b' } })
  expect(visitRoute({ screen: 'keys' }, undefined)).toBeUndefined()
})

it('opens screens without an account unless they need one, and user screens only with an ID', () => {
  expect(visitRoute({ screen: 'settings' }, undefined)).toEqual({ name: 'settings' })
  expect(visitRoute({ screen: 'person' }, 'a')).toBeUndefined()
  expect(visitRoute({ screen: 'person', id: 7 }, 'a')).toMatchObject({
    params: { account: 'a', id: 7 },
  })
  expect(visitRoute({ palette: true }, 'a')).toBeUndefined()
})
