import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { formatDay, fullMoment, shortDayOf } from '../../ui/time/moments.ts'
import { userStateWords } from '../../data/user-states.ts'

interface Column {
  label: string
  /** Pixels at least. */
  width: number
  /** Whether it takes a share of the room that is left. */
  grows?: true
  /** Whether it is sorted from the top down first: numbers and days, the newest first. */
  descends?: true
}

/** How the columns are named and how wide they are, in the order in which they are offered. */
export const columnLook: Record<DirectoryColumn, Column> = {
  name: { label: 'Name', width: 200, grows: true },
  username: { label: 'Username', width: 160 },
  email: { label: 'Email', width: 160, grows: true },
  state: { label: 'State', width: 132 },
  is_admin: { label: 'Administrator', width: 126 },
  two_factor_enabled: { label: 'Two-factor', width: 94 },
  last_activity_on: { label: 'Last activity', width: 112, descends: true },
  last_sign_in_at: { label: 'Last sign-in', width: 112, descends: true },
  created_at: { label: 'Created', width: 112, descends: true },
  external: { label: 'External', width: 98 },
  bot: { label: 'Bot', width: 76 },
  identities: { label: 'Identities', width: 150 },
  using_license_seat: { label: 'Licence seat', width: 118 },
  projects_limit: { label: 'Projects limit', width: 126, descends: true },
  note: { label: 'Note', width: 220, grows: true },
  id: { label: 'ID', width: 92, descends: true },
}

/** Pixels of the column with the checkboxes. */
export const checkWidth = 44

/** The columns as they are shown: the name always, and first, because it stays where it is when one scrolls sideways. */
export function shownColumns(chosen: readonly DirectoryColumn[]): DirectoryColumn[] {
  return ['name', ...new Set(chosen.filter((column) => column !== 'name'))]
}

/** The tracks of the columns for CSS. */
export function columnTracks(columns: readonly DirectoryColumn[]): string {
  const tracks = columns.map((column) => {
    const { width, grows } = columnLook[column]
    return grows ? `minmax(${width}px, ${width}fr)` : `${width}px`
  })
  return [`${checkWidth}px`, ...tracks].join(' ')
}

/** Pixels that the columns need at least. */
export function columnsWidth(columns: readonly DirectoryColumn[]): number {
  return columns.reduce((sum, column) => sum + columnLook[column].width, checkWidth)
}

/** The columns with one moved by so many places; the name stays first. */
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

/** Stands where the service says nothing. */
export const unknown = '–'

/** What a cell says. */
export function cellText(person: DirectoryEntry, column: DirectoryColumn): string {
  switch (column) {
    case 'state':
      return userStateWords(person.state)
    case 'last_activity_on':
      return person[column] ? shortDayOf(person[column].slice(0, 10)) : unknown
    case 'last_sign_in_at':
    case 'created_at':
      return person[column] ? momentText(person[column]) : unknown
    case 'identities':
      return person.identities.join(', ') || unknown
    default: {
      const value = person[column]
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      return value === null || value === '' ? unknown : String(value)
    }
  }
}

/** The whole moment behind a cell that shows its day; nothing where the cell says all. */
export function cellTitle(person: DirectoryEntry, column: DirectoryColumn): string | undefined {
  if (column !== 'last_sign_in_at' && column !== 'created_at') return undefined
  const at = Date.parse(person[column] ?? '')
  return Number.isNaN(at) ? undefined : fullMoment(at)
}

function momentText(moment: string): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : formatDay(at)
}
