import { t } from './messages.ts'

/** Whether shortcuts use the Command key. */
export const isMac = navigator.platform.startsWith('Mac')

const fields = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox]'
/** Matches inputs that don’t accept text. */
const buttonFields = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])'
const overlays = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** A letter as printed in menus: `k`, or `Shift K` if it’s a capital. */
export function keyName(letter: string): string {
  if (letter === letter.toLowerCase()) return letter
  return `${isMac ? '⇧' : t('app.keyShift')} ${letter}`
}

/** Whether a key opens the context menu. */
export function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}

/** Whether the page handles a plain key. */
export function isForPage(event: KeyboardEvent): boolean {
  const { target, altKey, ctrlKey, metaKey, isComposing } = event
  return !altKey && !ctrlKey && !metaKey && !isComposing && isOnPage(target)
}

/** Whether no text field is focused, and no dialog or menu is open. */
export function isOnPage(target: EventTarget | null): boolean {
  const isTyping = target instanceof Element && target.matches(fields)
  if (isTyping && !target.matches(buttonFields)) return false
  return !document.querySelector(overlays)
}

/** Submits a form with a text area on Ctrl+Enter or Cmd+Enter, because plain Enter starts a new line. */
export function submitShortcut(submit: () => unknown) {
  const keys = isMac
    ? { hint: t('shortcuts.metaEnter'), aria: 'Meta+Enter' }
    : { hint: t('shortcuts.ctrlEnter'), aria: 'Control+Enter' }

  /** Ignores Enter during IME composition, where it only ends the composition. */
  function onEnter(event: KeyboardEvent) {
    const hasModifier = event.ctrlKey || event.metaKey
    if (!hasModifier || event.isComposing) return
    event.preventDefault()
    void submit()
  }

  return { keys, onEnter }
}
