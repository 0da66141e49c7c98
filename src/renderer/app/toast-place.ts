/** The space between toasts and the window’s edges (px). */
const margin = 16

/** Whether toasts of this size, in the window’s bottom corner at the end of a line, would cover the focus. */
export function covers(focused: Element | null, size: { width: number; height: number }): boolean {
  if (!focused || size.height === 0) return false
  // A grid keeps the focus while the current row changes.
  const current = focused.getAttribute('aria-activedescendant')
  const target = (current && document.getElementById(current)) || focused
  const { top, bottom, left, right } = target.getBoundingClientRect()
  // Toasts anywhere would cover a part of something this tall, such as the whole screen.
  if (bottom - top > window.innerHeight / 2) return false
  const isBeside =
    document.dir === 'rtl'
      ? left > size.width + margin
      : right < window.innerWidth - size.width - margin
  // Toasts are above the status bar.
  const statusBar = document.querySelector<HTMLElement>('.status-bar')
  const end = window.innerHeight - (statusBar?.offsetHeight ?? 0) - margin
  return !isBeside && top < end && bottom > end - size.height - margin
}
