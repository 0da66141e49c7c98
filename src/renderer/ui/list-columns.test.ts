import { expect, it } from 'vitest'
import { columnTracks, foldColumns } from './list-columns.ts'

const name = { id: 'name', min: 200, grow: true }
const email = { id: 'email', min: 150, fold: 2 }
const created = { id: 'created', min: 100, fold: 1 }

it('hides columns in their order until the others fit', () => {
  const shown = (width: number, hasChecks?: boolean) =>
    foldColumns([name, email, created], width, hasChecks).map(({ id }) => id)
  expect(shown(450)).toEqual(['name', 'email', 'created'])
  expect(shown(450, true)).toEqual(['name', 'email'])
  expect(shown(300)).toEqual(['name'])
  expect(shown(0)).toEqual(['name', 'email', 'created'])
})

it('lets only columns that grow share the remaining width', () => {
  expect(columnTracks([name, created], false)).toBe('minmax(0, 200fr) 100px')
  expect(columnTracks([name], true)).toBe('44px minmax(0, 200fr)')
})
