export const shortcuts = {
  'shortcuts.ctrlEnter': 'Ctrl+Enter',
  'shortcuts.enter': 'Enter',
  'shortcuts.metaEnter': '⌘ Enter',
}
