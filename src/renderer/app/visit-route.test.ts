import { expect, it } from 'vitest'
import { openableScreens } from '../../core/command-line/commands.ts'
import { screens } from './modules.ts'
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

it('opens screens without an account unless they need one', () => {
  expect(visitRoute({ screen: 'settings' }, undefined)).toEqual({ name: 'settings' })
  expect(visitRoute({ path: 'people/7' }, 'a')).toMatchObject({
    name: 'person',
    params: { account: 'a', id: '7' },
  })
  expect(visitRoute({ palette: true }, 'a')).toBeUndefined()
})

it('opens every linkable screen by its path', () => {
  const links = screens
    .filter(({ linkable }) => linkable)
    .map(({ path }) => path.replace('/of/:account', '').slice(1).replace(/:id.*/, '42'))
  expect(links).toContain('computer/repositories')
  expect(links).toContain('admin/people/42')
  expect(links.filter((path) => !visitRoute({ path }, 'a'))).toEqual([])
})

it('opens every screen that a command can open', () => {
  expect(openableScreens.filter((path) => !visitRoute({ path }, 'a'))).toEqual([])
})

it.each(['sign-in', 'admin/bulk', 'admin/people/new', 'keys/1', 'keys/new', 'constructor', ''])(
  'ignores links to screens that they may not open: %s',
  (path) => expect(visitRoute({ path }, 'a')).toBeUndefined(),
)
