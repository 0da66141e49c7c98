import { t } from './messages.ts'

/** Whether shortcuts use the Command key. */
export const isMac = navigator.platform.startsWith('Mac')

/** Submits a form with a text area by Ctrl or Cmd with Enter, because Enter alone starts a new line. */
export function useSubmitShortcut(submit: () => unknown) {
  const keys = isMac
    ? { hint: t('shortcuts.metaEnter'), aria: 'Meta+Enter' }
    : { hint: t('shortcuts.ctrlEnter'), aria: 'Control+Enter' }

  /** During input composition, Enter ends the composition. */
  function onEnter(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey
    if (!hasModifier || event.isComposing) return
    event.preventDefault()
    void submit()
  }

  return { keys, onEnter }
}
