/** Moves along a list by arrow keys, from a link to the next link or from a button to the next button. */
export function onListKey(event: KeyboardEvent): void {
  const list = event.currentTarget
  const { target, key } = event
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return
  const rows = [...list.children]
  const at = rows.findIndex((row) => row.contains(target))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  if (at < 0 || to === undefined) return
  const next = rows[to]
  const twin = next?.querySelector<HTMLElement>(target.tagName) ?? focusable(next)
  event.preventDefault()
  twin?.focus()
}

function focusable(row: Element | undefined): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>('a, button')
}
