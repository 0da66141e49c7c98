/** A column of a `DataList`. The first one identifies the row: it never folds, and its `text` names the row. */
export interface ListColumn<Row> {
  id: string
  label: string
  /** The label in full, if `label` is short. */
  fullLabel?: string
  /** The minimum width in pixels, including padding. */
  min: number
  /** Whether it shares the remaining width. */
  grow?: boolean
  /** Its place in the order in which columns are hidden when the list is too narrow; absent if it’s always shown. */
  fold?: number
  sortable?: boolean
  /** A cell’s text, unless the `cell` slot shows something else. Rows are copied with it. */
  text?(row: Row): string
  /** A cell’s tooltip; by default, its text. */
  title?(row: Row): string | undefined
}

export type ColumnLayout = Pick<ListColumn<never>, 'id' | 'min' | 'grow' | 'fold'>

export interface ListOrder {
  /** The ID of the column the list is sorted by. */
  column: string
  isDescending: boolean
}

/** The selected rows of a list. They may include rows the list doesn’t show. */
export interface ListSelection<Key> {
  has(key: Key): boolean
  /** Whether a row can be selected; by default, all can. */
  canSelect?(key: Key): boolean
  /** How many rows are selected, given the list’s total. */
  size(total: number): number
  /** Whether all rows are selected; by default, whether as many are selected as the list has. */
  isAll?(total: number): boolean
  toggle(key: Key): void
  /** Selects or deselects several rows. */
  range(keys: Iterable<Key>, isSelected?: boolean): void
  clear(): void
}

/** The width of the checkboxes in pixels, including the padding before the first column. */
const checkWidth = 44

/** Minimum width in pixels. */
function columnsWidth(columns: readonly ColumnLayout[], hasChecks: boolean): number {
  return columns.reduce((sum, { min }) => sum + min, hasChecks ? checkWidth : 0)
}

/** Drops columns until the remaining ones fit a width in pixels, or can’t fold. A width of 0 isn’t known yet. */
export function foldColumns<Column extends ColumnLayout>(
  columns: readonly Column[],
  width: number,
  hasChecks = false,
): Column[] {
  const shown = [...columns]
  const foldable = columns.filter(({ fold }) => fold !== undefined)
  for (const column of foldable.toSorted((a, b) => a.fold! - b.fold!)) {
    if (width > 0 && columnsWidth(shown, hasChecks) > width) shown.splice(shown.indexOf(column), 1)
  }
  return shown
}

/** A CSS value for `grid-template-columns`. */
export function columnTracks(columns: readonly ColumnLayout[], hasChecks: boolean): string {
  const tracks = columns.map(({ min, grow }) => (grow ? `minmax(0, ${min}fr)` : `${min}px`))
  return [...(hasChecks ? [`${checkWidth}px`] : []), ...tracks].join(' ')
}
