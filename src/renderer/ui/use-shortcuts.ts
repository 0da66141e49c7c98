import { computed } from 'vue'
import { t } from './messages.ts'

/** Whether shortcuts use the Command key. */
export const isMac = navigator.platform.startsWith('Mac')

/**
 * Submits a form with a text area by Enter: by itself where the action can be undone, else with Ctrl or Cmd, because then Enter
 * starts a new line.
 */
export function useSubmitShortcut(needsModifier: () => boolean, submit: () => unknown) {
  const keys = computed(() => {
    if (!needsModifier()) return { hint: t('shortcuts.enter'), aria: 'Enter' }
    return isMac
      ? { hint: t('shortcuts.metaEnter'), aria: 'Meta+Enter' }
      : { hint: t('shortcuts.ctrlEnter'), aria: 'Control+Enter' }
  })

  /** Shift+Enter always starts a new line; during input composition, Enter ends the composition. */
  function onEnter(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey
    const isInTextArea = event.target instanceof HTMLTextAreaElement && !event.shiftKey
    const submits = hasModifier || (isInTextArea && !needsModifier())
    if (!submits || event.isComposing) return
    event.preventDefault()
    void submit()
  }

  return { keys, onEnter }
}
