import type { DirectoryEntry, DirectoryFilter } from '../../../shared/app/directory.ts'
import { type DirectoryColumn, usualColumns } from '../../../shared/rules/directory-columns.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { formatDay, fullMoment, shortDayOf } from '../../ui/time/moments.ts'
import { userStateLabel } from '../../data/user-states.ts'
import { t, unknownPlaceholder } from '../../ui/messages.ts'

interface Column {
  /** Minimum width in pixels. */
  width: number
  /** Whether it takes a share of the remaining width. */
  grows?: true
  /** Whether it is sorted in descending order first, like numbers and days. */
  descends?: true
}

/** Width and sort order of the columns, in the order in which they are offered. */
export const columnLayout: Record<DirectoryColumn, Column> = {
  name: { width: 190, grows: true },
  username: { width: 140 },
  email: { width: 160, grows: true },
  state: { width: 132 },
  is_admin: { width: 126 },
  two_factor_enabled: { width: 94 },
  last_activity_on: { width: 112, descends: true },
  last_sign_in_at: { width: 112, descends: true },
  created_at: { width: 112, descends: true },
  external: { width: 98 },
  bot: { width: 76 },
  identities: { width: 150 },
  using_license_seat: { width: 118 },
  projects_limit: { width: 126, descends: true },
  note: { width: 220, grows: true },
  email_confirmed: { width: 130 },
  email_domain: { width: 140 },
  id: { width: 76, descends: true },
}

/** Width of the checkbox column in pixels. */
export const checkWidth = 44

/** Puts the name first, which stays in place when the table scrolls sideways, and every column once. */
export function pinNameColumn(columns: readonly DirectoryColumn[]): DirectoryColumn[] {
  return ['name', ...new Set(columns.filter((column) => column !== 'name'))]
}

/**
 * The columns that are shown in a width in pixels: those chosen, except that the usual ones give way to the name where there is
 * no room for all.
 */
export function fitColumns(columns: readonly DirectoryColumn[], width: number): DirectoryColumn[] {
  const isUsual = columns.join() === pinNameColumn(usualColumns).join()
  const shown = [...columns]
  // The name also shows the username.
  const dispensable = ['username', 'created_at', 'two_factor_enabled'] as const
  for (const column of isUsual ? dispensable : []) {
    if (width > 0 && columnsWidth(shown) > width) shown.splice(shown.indexOf(column), 1)
  }
  return shown
}

/** What each filter looks at; the other filters look at columns that every list has, or at none. */
const filteredColumns: { [filter in keyof DirectoryFilter]?: DirectoryColumn } = {
  states: 'state',
  active: 'state',
  blocked: 'state',
  external: 'external',
  humans: 'bot',
  bots: 'bot',
  created_after: 'created_at',
  created_before: 'created_at',
  extern_uid: 'identities',
  provider: 'identities',
  two_factor: 'two_factor_enabled',
  admins: 'is_admin',
  domain: 'email',
  active_after: 'last_activity_on',
  active_before: 'last_activity_on',
  inactive_days: 'last_activity_on',
  has_identity: 'identities',
}

/** The columns and behind them those that a filter looks at, for a file that shows why somebody is in it. */
export function withFilteredColumns(
  columns: readonly DirectoryColumn[],
  filter: DirectoryFilter,
): DirectoryColumn[] {
  const filtered = Object.keys(filter).flatMap(
    (name) => filteredColumns[name as keyof DirectoryFilter] ?? [],
  )
  return [...new Set([...columns, ...filtered])]
}

/** The columns as grid tracks for CSS. */
export function columnTracks(columns: readonly DirectoryColumn[]): string {
  const tracks = columns.map((column) => {
    const { width, grows } = columnLayout[column]
    return grows ? `minmax(${width}px, ${width}fr)` : `${width}px`
  })
  return [`${checkWidth}px`, ...tracks].join(' ')
}

/** Minimum width of the columns in pixels. */
export function columnsWidth(columns: readonly DirectoryColumn[]): number {
  return columns.reduce((sum, column) => sum + columnLayout[column].width, checkWidth)
}

/** The columns with one of them moved by a number of places; the name stays first. */
export function moveColumn(
  columns: readonly DirectoryColumn[],
  column: DirectoryColumn,
  by: number,
): DirectoryColumn[] {
  const from = columns.indexOf(column)
  const to = Math.max(1, Math.min(columns.length - 1, from + by))
  if (from < 1) return [...columns]
  const others = columns.filter((one) => one !== column)
  return [...others.slice(0, to), column, ...others.slice(to)]
}

/** The text of a cell. */
export function cellText(user: DirectoryEntry, column: DirectoryColumn): string {
  switch (column) {
    case 'state':
      return userStateLabel(user.state)
    case 'last_activity_on':
      return user[column] ? shortDayOf(user[column].slice(0, 10)) : unknownPlaceholder
    case 'last_sign_in_at':
    case 'created_at':
      return user[column] ? momentText(user[column]) : unknownPlaceholder
    case 'identities':
      return user.identities.join(', ') || unknownPlaceholder
    default: {
      const value = user[column]
      if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
      return value === null || value === '' ? unknownPlaceholder : escapeBidi(String(value))
    }
  }
}

/** The tooltip of a cell: the whole moment where only its day is shown, and texts that may be cut off. */
export function cellTitle(user: DirectoryEntry, column: DirectoryColumn): string | undefined {
  switch (column) {
    case 'last_sign_in_at':
    case 'created_at': {
      const at = Date.parse(user[column] ?? '')
      return Number.isNaN(at) ? undefined : fullMoment(at)
    }
    case 'username':
    case 'email':
    case 'email_domain':
    case 'state':
    case 'identities':
    case 'note': {
      const text = cellText(user, column)
      return text === unknownPlaceholder ? undefined : text
    }
    default:
      return undefined
  }
}

function momentText(moment: string): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : formatDay(at)
}
