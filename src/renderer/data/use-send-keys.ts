import { computed } from 'vue'
import { isMac } from '../ui/use-shortcuts.ts'

/**
 * How Enter sends a form with a reason in it: alone, where what is sent can be taken back; else with Ctrl or Cmd, and alone it begins
 * a new line in the reason.
 */
export function useSendKeys(wantsMore: () => boolean, send: () => unknown) {
  const keys = computed(() => {
    if (!wantsMore()) return { hint: 'Enter', aria: 'Enter' }
    return isMac
      ? { hint: '⌘ Enter', aria: 'Meta+Enter' }
      : { hint: 'Ctrl+Enter', aria: 'Control+Enter' }
  })

  /** With Shift it begins a new line everywhere; what writes by choosing signs ends that with it. */
  function onEnter(event: KeyboardEvent) {
    const isWithKey = event.ctrlKey || event.metaKey
    const isInReason = event.target instanceof HTMLTextAreaElement && !event.shiftKey
    const isMeant = isWithKey || (isInReason && !wantsMore())
    if (!isMeant || event.isComposing) return
    event.preventDefault()
    void send()
  }

  return { keys, onEnter }
}
