import { type Ref, ref, watch } from 'vue'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { isMac } from '../../ui/keyboard.ts'
import type { UserSelection } from '../../stores/selection.ts'

interface GridOptions {
  /** Total number of rows. */
  total: Ref<number>
  selection: UserSelection
  rowAt(index: number): DirectoryEntry | undefined
  /** Returns the users in a range of rows, loading them if needed. */
  usersBetween(first: number, last: number): Promise<DirectoryEntry[]>
  /** How many rows fit in the viewport. */
  rowsInView(): number
  scrollTo(index: number): void
  open(user: DirectoryEntry): void
  selectAll(): void
  /** Whether users in this list can be selected. */
  canSelect(): boolean
}

/** Keyboard navigation, and row selection with the keyboard and mouse. */
export function useGrid(options: GridOptions, firstRow: number) {
  const { total, selection, rowAt } = options
  const current = ref(firstRow)
  /** Where a range selection starts. */
  let anchor = firstRow
  /** The user clicked on. Stored on mousedown, because the list may change before mouseup. */
  let pressed: DirectoryEntry | undefined

  watch(total, (count) => (current.value = Math.max(0, Math.min(current.value, count - 1))))

  function goTo(index: number) {
    current.value = index
    options.scrollTo(index)
  }

  /** Selects or deselects all rows between the anchor and a row. */
  async function selectTo(index: number, isSelected = true) {
    if (!options.canSelect()) return
    const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)]
    const users = await options.usersBetween(first, last)
    selection.range(
      users.map(({ id }) => id),
      isSelected,
    )
  }

  function toggle(index: number) {
    const user = rowAt(index)
    if (!user || !options.canSelect()) return
    selection.toggle(user.id)
    anchor = index
  }

  /** Returns whether the key was handled. */
  function onKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    const isCommand = isMac ? event.metaKey : event.ctrlKey
    const hasModifier = event.ctrlKey && key.length === 1
    const next = hasModifier
      ? undefined
      : rowAfterKey(key, current.value, total.value, options.rowsInView())
    if (isCommand && key.toLowerCase() === 'a') options.selectAll()
    else if (event.altKey || event.metaKey || (event.ctrlKey && next === undefined)) return false
    else if (next !== undefined) {
      if (shiftKey) void selectTo(next)
      goTo(next)
      if (!shiftKey) anchor = next
    } else if (key === ' ' && shiftKey) void selectTo(current.value)
    else if (key === ' ' || key === 'x') toggle(current.value)
    else if (key === 'Escape' && selection.size(total.value) > 0) selection.clear()
    else if (key === 'Enter') {
      const user = rowAt(current.value)
      if (user) options.open(user)
    } else return false
    event.preventDefault()
    return true
  }

  /** Makes a row current when assistive technology focuses its checkbox, so that keys act on that row. */
  function onFocus(event: FocusEvent) {
    const index = rowOf(event)
    if (index >= 0) current.value = index
  }

  function onPress(event: MouseEvent) {
    pressed = rowAt(rowOf(event))
  }

  /** Handles a click on a row: the checkbox selects the user, Shift selects a range, and the name opens the user. */
  function onClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const index = rowOf(event)
    const user = rowAt(index)
    const isSameUser = pressed === undefined || pressed.id === user?.id
    pressed = undefined
    if (!user || !isSameUser) return event.preventDefault()
    current.value = index
    if (target.closest('a')) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      options.open(user)
    } else if (target.closest('.check')) {
      if (event.shiftKey) void selectTo(index, !selection.has(user.id))
      else toggle(index)
    } else if (event.shiftKey) void selectTo(index)
    else anchor = index
  }

  /** Goes back to the first row when the list changes. */
  function reset() {
    current.value = 0
    anchor = 0
  }

  return { current, onKey, onFocus, onPress, onClick, reset }
}

function rowOf({ target }: Event): number {
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
