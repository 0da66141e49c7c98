import type { DirectoryEntry, DirectoryFilter } from '../../../shared/operations/directory.ts'
import {
  type DirectoryColumn,
  directoryColumnFields,
  columnTitles,
} from '../../../shared/rules/directory-columns.ts'
import type { ListColumn } from '../../ui/list-columns.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { formatDay, fullMoment, shortDayOf } from '../../ui/time/moments.ts'
import { shownName } from '../../components/shown-name.ts'
import { userStateLabel } from '../../components/user-states.ts'
import { t, unknownPlaceholder } from '../../ui/messages.ts'

/** Puts the name first, because that column identifies the row. Removes duplicates. */
export function pinNameColumn(columns: readonly DirectoryColumn[]): DirectoryColumn[] {
  return ['name', ...new Set(columns.filter((column) => column !== 'name'))]
}

/** Columns that are hidden in a narrow list, in this order: before those that users add, and after them. */
const foldedFirst: readonly DirectoryColumn[] = [
  // The name also shows it.
  'username',
  'id',
  'created_at',
  'two_factor_enabled',
  'last_activity_on',
]
const foldedLast: readonly DirectoryColumn[] = ['email', 'state']

/** The columns for the list. Of those that users add, the last one is hidden first. */
export function listColumns(columns: readonly DirectoryColumn[]): ListColumn<DirectoryEntry>[] {
  const added = columns.filter((id) => ![...foldedFirst, ...foldedLast].includes(id))
  const folds = [...foldedFirst, ...added.toReversed(), ...foldedLast]
  return columns.map((id) => {
    const { kind, column: min } = directoryColumnFields[id]
    return {
      id,
      ...(id === 'two_factor_enabled'
        ? { label: t('directory.twoFactorShort'), fullLabel: columnTitle(id) }
        : { label: columnTitle(id) }),
      min,
      grow: id === 'name' || kind === 'email' || kind === 'area',
      ...(id !== 'name' && { fold: folds.indexOf(id) }),
      sortable: true,
      text: (user) => (id === 'name' ? shownName(user) : cellText(user, id)),
      title: (user) => (id === 'name' ? shownName(user) : cellTitle(user, id)),
    }
  })
}

/** The column for each filter. The remaining filters apply to default columns or to none. */
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

/** Adds the columns that a filter applies to, so an export shows why each user is in it. */
export function withFilteredColumns(
  columns: readonly DirectoryColumn[],
  filter: DirectoryFilter,
): DirectoryColumn[] {
  const filtered = Object.keys(filter).flatMap(
    (name) => filteredColumns[name as keyof DirectoryFilter] ?? [],
  )
  return [...new Set([...columns, ...filtered])]
}

/** Moves a column by a number of places, never ahead of the name. */
export function moveColumn(
  columns: readonly DirectoryColumn[],
  column: DirectoryColumn,
  by: number,
): DirectoryColumn[] {
  const from = columns.indexOf(column)
  const to = Math.max(1, Math.min(columns.length - 1, from + by))
  if (from < 1) return [...columns]
  const others = columns.filter((other) => other !== column)
  return [...others.slice(0, to), column, ...others.slice(to)]
}

export function columnTitle(column: DirectoryColumn): string {
  return t(columnTitles[column] ?? directoryColumnFields[column].label)
}

/** Whether the first click on a column sorts it in descending order, as for numbers and dates. */
export function sortsDescending(column: DirectoryColumn): boolean {
  return ['number', 'day', 'moment'].includes(directoryColumnFields[column].kind)
}

/** A cell’s text. */
export function cellText(user: DirectoryEntry, column: DirectoryColumn): string {
  const value = user[column]
  if (value === null || value === '') return unknownPlaceholder
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (Array.isArray(value)) return value.join(', ') || unknownPlaceholder
  const text = String(value)
  switch (directoryColumnFields[column].kind) {
    case 'state':
      return userStateLabel(text)
    case 'day':
      return shortDayOf(text.slice(0, 10))
    case 'moment':
      return momentText(text)
    default:
      return escapeBidi(text)
  }
}

/** A cell’s tooltip: the full date and time if the cell shows only the day, or any text that may be cut off. */
export function cellTitle(user: DirectoryEntry, column: DirectoryColumn): string | undefined {
  switch (directoryColumnFields[column].kind) {
    case 'moment': {
      const at = Date.parse(String(user[column]))
      return Number.isNaN(at) ? undefined : fullMoment(at)
    }
    case 'flag':
    case 'number':
    case 'day':
      return undefined
    default: {
      const text = cellText(user, column)
      return text === unknownPlaceholder ? undefined : text
    }
  }
}

function momentText(moment: string): string {
  const at = Date.parse(moment)
  return Number.isNaN(at) ? moment : formatDay(at)
}
