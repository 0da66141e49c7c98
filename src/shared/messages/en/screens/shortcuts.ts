export const shortcuts = {
  'shortcuts.ctrlEnter': 'Ctrl+Enter',
  'shortcuts.metaEnter': '⌘ Enter',
}
