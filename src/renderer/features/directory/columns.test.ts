import { expect, it } from 'vitest'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import {
  type DirectoryColumn,
  defaultColumns,
  directoryColumns,
} from '../../../shared/rules/directory-columns.ts'
import { foldColumns } from '../../ui/list-columns.ts'
import {
  cellText,
  cellTitle,
  listColumns,
  moveColumn,
  pinNameColumn,
  withFilteredColumns,
} from './columns.ts'

const user: DirectoryEntry = {
  id: 7,
  username: 'anna',
  name: 'Anna',
  state: 'blocked_pending_approval',
  email: null,
  is_admin: true,
  two_factor_enabled: false,
  last_activity_on: '2026-03-01',
  last_sign_in_at: null,
  created_at: 'long ago',
  external: null,
  bot: null,
  locked: null,
  identities: ['ldapmain', 'saml'],
  using_license_seat: null,
  projects_limit: 0,
  note: '',
  web_url: null,
  email_confirmed: false,
  email_domain: null,
}

it('formats values as text and missing ones as a dash', () => {
  expect(directoryColumns.map((column) => [column, cellText(user, column)])).toEqual([
    ['name', 'Anna'],
    ['username', 'anna'],
    ['id', '7'],
    ['email', '–'],
    ['state', 'Pending approval'],
    ['bot', '–'],
    ['created_at', 'long ago'],
    ['is_admin', 'Yes'],
    ['external', '–'],
    ['using_license_seat', '–'],
    ['note', '–'],
    ['two_factor_enabled', 'No'],
    ['last_sign_in_at', '–'],
    ['last_activity_on', expect.stringContaining('2026')],
    ['identities', 'ldapmain, saml'],
    ['projects_limit', '0'],
    ['email_confirmed', 'No'],
    ['email_domain', '–'],
  ])
})

it('keeps the name column first and removes duplicates', () => {
  expect(pinNameColumn(['email', 'name', 'id', 'email'])).toEqual(['name', 'email', 'id'])
  expect(pinNameColumn([])).toEqual(['name'])
})

it('moves a column, but not past the name or the last column', () => {
  const columns = pinNameColumn(['id', 'email', 'state'])
  expect(moveColumn(columns, 'state', -1)).toEqual(['name', 'id', 'state', 'email'])
  expect(moveColumn(columns, 'id', 2)).toEqual(['name', 'email', 'state', 'id'])
  expect(moveColumn(columns, 'id', -5)).toEqual(columns)
  expect(moveColumn(columns, 'state', 9)).toEqual(columns)
  expect(moveColumn(columns, 'name', 1)).toEqual(columns)
})

it('hides the username first, the state last, and columns that users added in between', () => {
  const shown = (columns: readonly DirectoryColumn[], width: number) =>
    foldColumns(listColumns(columns), width).map(({ id }) => id)
  const defaults = pinNameColumn(defaultColumns)
  expect(shown(defaults, 0)).toEqual(defaults)
  const width = listColumns(defaults).reduce((sum, { min }) => sum + min, 0)
  expect(shown(defaults, width)).toEqual(defaults)
  expect(shown(defaults, width - 1)).toEqual(defaults.filter((column) => column !== 'username'))
  expect(shown(defaults, 600)).toEqual(['name', 'email', 'state'])
  expect(shown(defaults, 350)).toEqual(['name', 'state'])
  expect(shown(['name', 'id', 'note', 'identities', 'state'], 550)).toEqual([
    'name',
    'note',
    'state',
  ])
  expect(shown(['name', 'username', 'note'], 100)).toEqual(['name'])
})

it('shows tooltips for text that may be cut off', () => {
  const long = { ...user, email: 'anna@example.com', created_at: '2026-03-01T10:00:00.000Z' }
  expect(cellTitle(long, 'email')).toBe('anna@example.com')
  expect(cellTitle(long, 'created_at')).toContain('2026')
  expect(cellTitle(user, 'email')).toBeUndefined()
  expect(cellTitle(user, 'id')).toBeUndefined()
})

it('adds columns for active filters, without duplicates', () => {
  expect(
    withFilteredColumns(['name', 'state'], { two_factor: 'disabled', states: ['active'] }),
  ).toEqual(['name', 'state', 'two_factor_enabled'])
  expect(withFilteredColumns(['name'], { search: 'kofi' })).toEqual(['name'])
})
