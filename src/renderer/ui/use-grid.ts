import { type Ref, ref, watch } from 'vue'
import { isMac, isMenuKey } from './keyboard.ts'
import type { ListSelection } from './list-columns.ts'

export interface GridOptions<Row, Key> {
  /** Total number of rows. */
  total: Readonly<Ref<number>>
  /** The selection; undefined if rows can’t be selected. */
  selection(): ListSelection<Key> | undefined
  keyOf(row: Row): Key
  rowAt(index: number): Row | undefined
  /** Returns the rows in a range, loading them if needed. */
  rowsBetween(first: number, last: number): Promise<readonly Row[]>
  /** How many rows fit in the viewport. */
  rowsInView(): number
  scrollTo(index: number): void
  /** Whether a single click opens a row. */
  opensOnClick(): boolean
  open(row: Row): void
  selectAll(): void
  copy(): void
  openMenu(): void
  /** Runs the current row’s dangerous action, if there is exactly one. */
  remove(): void
  /** Opens or closes the inspector. */
  inspect(isOpen: boolean): void
}

const isCommand = (event: KeyboardEvent | MouseEvent) => (isMac ? event.metaKey : event.ctrlKey)

/** Keyboard navigation, and row selection with the keyboard and mouse. */
export function useGrid<Row, Key>(options: GridOptions<Row, Key>, firstRow: number) {
  const { total, selection, rowAt, keyOf } = options
  const current = ref(firstRow)
  /** Where a range selection starts. */
  let anchor = firstRow
  /** The key of the row clicked on. Stored on mousedown, because the list may change before mouseup. */
  let pressed: Key | undefined

  watch(total, (count) => (current.value = Math.max(0, Math.min(current.value, count - 1))))

  function goTo(index: number) {
    current.value = index
    options.scrollTo(index)
  }

  /** Selects or deselects all rows between the anchor and a row. */
  async function selectTo(index: number, isSelected = true) {
    const chosen = selection()
    const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)]
    const rows = chosen ? await options.rowsBetween(first, last) : []
    chosen?.range(rows.map(keyOf), isSelected)
  }

  function toggle(index: number) {
    const row = rowAt(index)
    if (!row) return
    selection()?.toggle(keyOf(row))
    anchor = index
  }

  function openCurrent() {
    const row = rowAt(current.value)
    if (row) options.open(row)
  }

  /** The keys that need neither Ctrl nor a range. */
  const plainKeys: Partial<Record<string, () => unknown>> = {
    Enter: openCurrent,
    Delete: () => options.remove(),
    ArrowRight: () => options.inspect(true),
    ArrowLeft: () => options.inspect(false),
  }

  /** Returns whether the key was handled. */
  function onKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    const letter = key.toLowerCase()
    const hasModifier = event.ctrlKey && key.length === 1
    const next = hasModifier
      ? undefined
      : rowAfterKey(key, current.value, total.value, options.rowsInView())
    const chosen = selection()
    if (isCommand(event) && letter === 'a' && chosen) options.selectAll()
    else if (isCommand(event) && letter === 'c' && getSelection()?.isCollapsed) options.copy()
    else if (event.altKey || event.metaKey || (event.ctrlKey && next === undefined)) return false
    else if (next !== undefined) {
      if (shiftKey) void selectTo(next)
      goTo(next)
      if (!shiftKey) anchor = next
    } else if (isMenuKey(event)) options.openMenu()
    else if (key === ' ' && shiftKey) void selectTo(current.value)
    else if ((key === ' ' || key === 'x') && chosen) toggle(current.value)
    else if (key === 'Escape' && chosen && chosen.size(total.value) > 0) chosen.clear()
    else if (plainKeys[key]) plainKeys[key]()
    else return false
    event.preventDefault()
    return true
  }

  /** Makes a row current when assistive technology focuses its checkbox, so that keys act on that row. */
  function onFocus(event: FocusEvent) {
    const index = indexOf(event)
    if (index >= 0) current.value = index
  }

  function onPress(event: MouseEvent) {
    const row = rowAt(indexOf(event))
    pressed = row && keyOf(row)
    // Keeps a Shift-click or double click from selecting text.
    if (event.shiftKey || event.detail > 1) event.preventDefault()
  }

  /** The row a click is on, unless another one was there when the button was pressed. Makes it current. */
  function clickedRow(event: MouseEvent): Row | undefined {
    const index = indexOf(event)
    const row = rowAt(index)
    const isSame = row && (pressed === undefined || pressed === keyOf(row))
    pressed = undefined
    if (!isSame) {
      event.preventDefault()
      return undefined
    }
    current.value = index
    return row
  }

  /** Handles a click on a row: the checkbox and Ctrl select it, Shift selects a range, and its link opens it. */
  function onClick(event: MouseEvent) {
    const row = clickedRow(event)
    const index = current.value
    const { shiftKey } = event
    if (row === undefined) return
    if (isOn(event, '.row-link')) {
      if (event.ctrlKey || event.metaKey || shiftKey) return
      event.preventDefault()
      options.open(row)
    } else if (isOn(event, '.check')) {
      if (shiftKey) void selectTo(index, !selection()?.has(keyOf(row)))
      else toggle(index)
    } else if (isOn(event, controls)) anchor = index
    else if (shiftKey) void selectTo(index)
    else if (isCommand(event)) toggle(index)
    else {
      anchor = index
      if (options.opensOnClick()) options.open(row)
    }
  }

  function onDoubleClick(event: MouseEvent) {
    const isPlain = !isOn(event, `.check, ${controls}`) && !event.shiftKey && !isCommand(event)
    if (isPlain && !options.opensOnClick()) openCurrent()
  }

  /** Makes the row under the pointer current; returns whether there is one. Keys use the current row instead. */
  function onContextMenu(event: MouseEvent): boolean {
    const index = indexOf(event)
    if (index >= 0) current.value = index
    return index >= 0 || event.button !== 2
  }

  /** Goes back to the first row when the list changes. */
  function reset() {
    current.value = 0
    anchor = 0
  }

  return { current, goTo, onKey, onFocus, onPress, onClick, onDoubleClick, onContextMenu, reset }
}

/** Controls in cells handle clicks themselves. */
const controls = 'a, button, input, select, textarea, label, summary'

const isOn = ({ target }: Event, selector: string) =>
  (target as HTMLElement).closest(selector) !== null

function indexOf({ target }: Event): number {
  return Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)
}

/** The row a key moves to; undefined for other keys and empty lists. */
export function rowAfterKey(
  key: string,
  row: number,
  rows: number,
  rowsInView: number,
): number | undefined {
  if (rows === 0) return undefined
  const step = Math.max(1, rowsInView - 1)
  const to = {
    j: row + 1,
    k: row - 1,
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: rows - 1,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(rows - 1, to))
}
