import { onScopeDispose } from 'vue'

/** Whether shortcuts use the Command key. */
export const isMac = navigator.platform.startsWith('Mac')

/** Listens for Ctrl (on a Mac: Cmd) with a key, wherever the focus is. */
export function useShortcuts(shortcuts: Record<string, () => unknown>): void {
  function onKey(event: KeyboardEvent) {
    const isOurs = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    const run = shortcuts[event.key.toLowerCase()]
    if (!isOurs || event.altKey || event.shiftKey || event.isComposing || !run) return
    event.preventDefault()
    run()
  }
  window.addEventListener('keydown', onKey)
  onScopeDispose(() => window.removeEventListener('keydown', onKey))
}
