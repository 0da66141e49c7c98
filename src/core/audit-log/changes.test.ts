import { expect, it } from 'vitest'
import { fieldChanges } from './changes.ts'

it('stores displayable values, and never a password or a file', () => {
  const sent = {
    name: 'Kim',
    bio: null,
    admin: true,
    projects_limit: 0,
    scopes: ['api', 'read_user'],
    avatar: { name: 'a.png', content: 'iVBO' },
    password: 'tidal-lantern-19',
  }
  expect(fieldChanges(sent, { name: 'Kimberly', bio: 'x', password: 'old' })).toEqual([
    { field: 'name', before: 'Kimberly', after: 'Kim' },
    { field: 'bio', before: 'x', after: null },
    { field: 'admin', after: true },
    { field: 'projects_limit', after: 0 },
    { field: 'scopes', after: 'api, read_user' },
    { field: 'avatar' },
    { field: 'password' },
  ])
})

it('stores a removed value, but omits one that was never read', () => {
  expect(fieldChanges({}, { extern_uid: 'kim', key: undefined })).toEqual([
    { field: 'extern_uid', before: 'kim' },
  ])
})

it('shortens long values so that their difference remains visible', () => {
  const before = 'a'.repeat(5000)
  const [change] = fieldChanges({ note: `${before}\nLEGAL HOLD` }, { note: before })
  expect(change).toEqual({
    field: 'note',
    before: `…${'a'.repeat(40)}`,
    after: `…${'a'.repeat(40)}\nLEGAL HOLD`,
  })
  expect(fieldChanges({ note: '😀'.repeat(500) })[0]!.after).toBe(`${'😀'.repeat(200)}…`)
  const odd = String(fieldChanges({ note: `x${'😀'.repeat(500)}` })[0]!.after)
  expect(odd.isWellFormed()).toBe(true)
})

it('shows what was added to a short value even if the new value is long', () => {
  const before = 'a'.repeat(190)
  const after = `${before}\nLEGAL HOLD ${'b'.repeat(300)}`
  const [change] = fieldChanges({ note: after }, { note: before })
  expect(change!.before).toBe(`…${'a'.repeat(40)}`)
  expect(change!.after).toMatch(/^…a{40}\nLEGAL HOLD b+…$/)
})
