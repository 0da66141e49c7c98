import { expect, it } from 'vitest'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { defaultColumns, directoryColumns } from '../../../shared/rules/directory-columns.ts'
import {
  cellText,
  cellTitle,
  columnTracks,
  columnsWidth,
  fitColumns,
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

it('computes grid tracks and a minimum width', () => {
  expect(columnTracks(['name', 'id'])).toBe('44px minmax(190px, 190fr) 68px')
  expect(columnsWidth(['name', 'id'])).toBe(302)
})

it('hides default columns that don’t fit but keeps selected ones', () => {
  const defaults = pinNameColumn(defaultColumns)
  expect(fitColumns(defaults, 0)).toEqual(defaults)
  expect(fitColumns(defaults, columnsWidth(defaults))).toEqual(defaults)
  expect(fitColumns(defaults, columnsWidth(defaults) - 1)).toEqual([
    'name',
    'email',
    'id',
    'state',
    'last_activity_on',
    'two_factor_enabled',
    'created_at',
  ])
  expect(fitColumns(defaults, 500)).toEqual(['name', 'email', 'id', 'state', 'last_activity_on'])
  expect(fitColumns(['name', 'username', 'note'], 100)).toEqual(['name', 'username', 'note'])
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
