import type { shortcuts as english } from '../../en/screens/shortcuts.ts'

export const shortcuts: Record<keyof typeof english, string> = {
  'shortcuts.ctrlEnter': 'Ctrl+Intro',
  'shortcuts.metaEnter': '⌘ Intro',
}
