import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { formatDay, fullMoment, shortDayOf } from '../../ui/time/moments.ts'
import { userStateLabel } from '../../data/user-states.ts'
import { t } from '../../ui/messages.ts'

interface Column {
  /** Minimum width in pixels. */
  width: number
  /** Whether it takes a share of the remaining width. */
  grows?: true
  /** Whether it is first sorted descending, as numbers and days are. */
  descends?: true
}

/** Width and sort order of the columns, in the order in which they are offered. */
export const columnLook: Record<DirectoryColumn, Column> = {
  name: { width: 200, grows: true },
  username: { width: 160 },
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
  id: { width: 92, descends: true },
}

/** Width of the column of checkboxes in pixels. */
export const checkWidth = 44

/** The columns to show. The name is always first, because it stays in place when the table scrolls sideways. */
export function shownColumns(chosen: readonly DirectoryColumn[]): DirectoryColumn[] {
  return ['name', ...new Set(chosen.filter((column) => column !== 'name'))]
}

/** The columns as grid tracks for CSS. */
export function columnTracks(columns: readonly DirectoryColumn[]): string {
  const tracks = columns.map((column) => {
    const { width, grows } = columnLook[column]
    return grows ? `minmax(${width}px, ${width}fr)` : `${width}px`
  })
  return [`${checkWidth}px`, ...tracks].join(' ')
}

/** Minimum width of the columns in pixels. */
export function columnsWidth(columns: readonly DirectoryColumn[]): number {
  return columns.reduce((sum, column) => sum + columnLook[column].width, checkWidth)
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

/** Shown where the service reports nothing. */
const unknownPlaceholder = '–'

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
      return value === null || value === '' ? unknownPlaceholder : String(value)
    }
  }
}

/** The tooltip of a cell that shows only the day of a moment. */
export function cellTitle(user: DirectoryEntry, column: DirectoryColumn): string | undefined {
  if (column !== 'last_sign_in_at' && column !== 'created_at') return undefined
  const at = Date.parse(user[column] ?? '')
  return Number.isNaN(at) ? undefined : fullMoment(at)
}

function momentText(moment: string): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : formatDay(at)
}
