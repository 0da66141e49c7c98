import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'

const fields = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'
/** Fields that take no text. */
const buttonFields = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])'
const overlays = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Whether a key without a modifier is meant for the page: nothing is typed, and neither a dialog nor a menu is open. */
export function isForPage(event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, isComposing } = event
  if (altKey || ctrlKey || metaKey || isComposing) return false
  const isTyping = target instanceof Element && target.matches(fields)
  if (isTyping && !target.matches(buttonFields)) return false
  return !document.querySelector(overlays)
}

/**
 * Moves between the rows of the lists in a container, which are marked by `data-item`: `j` and `k` go to the next and previous
 * row, `x` toggles its checkbox, and Enter follows its first link or button. A grid handles its keys itself.
 */
export function useListKeys(container: Readonly<Ref<HTMLElement | null>>): void {
  useEventListener('keydown', (event) => {
    if (event.defaultPrevented || !container.value || !isForPage(event)) return
    const rows = [...container.value.querySelectorAll<HTMLElement>('[data-item]')]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const row = rows[at]
    if (event.key === 'j' || event.key === 'k') {
      const grid = container.value.querySelector<HTMLElement>('[role=grid]')
      const next = rows[event.key === 'j' ? at + 1 : Math.max(0, at - 1)]
      if (grid) focusIn(grid)
      else if (next) focusRow(next)
      else return
    } else if (event.key === 'x' && row) {
      row.querySelector<HTMLElement>('input[type=checkbox]')?.click()
    } else if (event.key === 'Enter' && row === document.activeElement) {
      row?.querySelector<HTMLElement>('a[href], button:not(:disabled)')?.click()
    } else return
    event.preventDefault()
  })
}

/** Gives the focus to a row as a whole, without scrolling to it if `isStill`. */
export function focusRow(row: HTMLElement, isStill = false): void {
  if (!row.matches('a, button, [tabindex]')) row.tabIndex = -1
  row.focus({ preventScroll: isStill })
}

function focusIn(grid: HTMLElement): void {
  const target = grid.tabIndex >= 0 ? grid : grid.querySelector<HTMLElement>('[tabindex="0"]')
  target?.focus()
}
