import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import { isMac } from '../../ui/use-shortcuts.ts'
import type { ChosenPeople } from '../../data/stores/selection.ts'
import { placesBetween, rowAfterKey } from './grid-keys.ts'

interface GridOptions {
  /** How many rows there are. */
  total: Ref<number>
  chosen: ChosenPeople
  rowAt(index: number): DirectoryEntry | undefined
  /** People at places of the list, also of rows that are not read yet. */
  between(first: number, last: number): Promise<DirectoryEntry[]>
  /** Rows that are in view at once. */
  pageSize(): number
  reveal(index: number): void
  open(person: DirectoryEntry): void
  chooseAll(): void
  /** Whether users of this list may be chosen. */
  canChoose(): boolean
}

/** The row where the keys are, and choosing rows by keys and by the mouse. */
export function useGrid(options: GridOptions, firstRow: number) {
  const { total, chosen, rowAt } = options
  const current = ref(firstRow)
  /** From where a range of rows goes. */
  let anchor = firstRow

  watch(total, (count) => (current.value = Math.max(0, Math.min(current.value, count - 1))))

  function goTo(index: number) {
    current.value = index
    options.reveal(index)
  }

  /** Chooses all rows from the anchor to one, or leaves them where that one was chosen. */
  async function chooseTo(index: number, isChosen = true) {
    if (!options.canChoose()) return
    const { first, last } = placesBetween(anchor, index)
    const people = await options.between(first, last)
    chosen.range(
      people.map(({ id }) => id),
      isChosen,
    )
  }

  function toggle(index: number) {
    const person = rowAt(index)
    if (!person || !options.canChoose()) return
    chosen.toggle(person.id)
    anchor = index
  }

  /** Answers whether the key was for the rows. */
  function onKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    const isCommand = isMac ? event.metaKey : event.ctrlKey
    const next = rowAfterKey(key, current.value, total.value, options.pageSize())
    if (isCommand && key.toLowerCase() === 'a') options.chooseAll()
    else if (event.altKey || event.metaKey || (event.ctrlKey && next === undefined)) return false
    else if (next !== undefined) {
      if (shiftKey) void chooseTo(next)
      goTo(next)
      if (!shiftKey) anchor = next
    } else if (key === ' ' && shiftKey) void chooseTo(current.value)
    else if (key === ' ') toggle(current.value)
    else if (key === 'Escape' && chosen.size(total.value) > 0) chosen.clear()
    else if (key === 'Enter') {
      const person = rowAt(current.value)
      if (person) options.open(person)
    } else return false
    event.preventDefault()
    return true
  }

  /** A press on a row: its box chooses, with shift a range, and its name opens. */
  function onClick(event: MouseEvent) {
    const target = event.target as HTMLElement
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
    const person = rowAt(index)
    if (!person) return
    current.value = index
    if (target.closest('a')) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      options.open(person)
    } else if (target.closest('.check')) {
      if (event.shiftKey) void chooseTo(index, !chosen.has(person.id))
      else toggle(index)
    } else if (event.shiftKey) void chooseTo(index)
    else anchor = index
  }

  /** Begins anew at the top, as for another list. */
  function reset() {
    current.value = 0
    anchor = 0
  }

  return { current, onKey, onClick, reset }
}
