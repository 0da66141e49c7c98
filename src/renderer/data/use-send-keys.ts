import { computed } from 'vue'
import { t } from '../ui/messages.ts'
import { isMac } from '../ui/use-shortcuts.ts'

/**
 * How Enter sends a form with a reason: by itself where the action can be undone, else with Ctrl or Cmd, because then Enter starts a
 * new line in the reason.
 */
export function useSendKeys(needsModifier: () => boolean, send: () => unknown) {
  const keys = computed(() => {
    if (!needsModifier()) return { hint: t('shortcuts.enter'), aria: 'Enter' }
    return isMac
      ? { hint: t('shortcuts.metaEnter'), aria: 'Meta+Enter' }
      : { hint: t('shortcuts.ctrlEnter'), aria: 'Control+Enter' }
  })

  /** Shift+Enter always starts a new line; during input composition, Enter ends the composition. */
  function onEnter(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey
    const isInReason = event.target instanceof HTMLTextAreaElement && !event.shiftKey
    const sends = hasModifier || (isInReason && !needsModifier())
    if (!sends || event.isComposing) return
    event.preventDefault()
    void send()
  }

  return { keys, onEnter }
}
