import type { emoji as english } from '../../en/screens/emoji.ts'

export const emoji: Record<keyof typeof english, string> = {
  'emoji.categories': 'Kategorien',
  'emoji.choose': 'Emoji auswählen',
  'emoji.label': 'Emoji',
  'emoji.named': 'Emoji: {name}',
  'emoji.noResults': 'Keine Ergebnisse.',
  'emoji.none': 'Emoji: keines',
  'emoji.remove': 'Emoji entfernen',
  'emoji.results': 'Suchergebnisse',
  'emoji.search': 'Emoji suchen',
  'emoji.searchPlaceholder': 'Nach Namen suchen, zum Beispiel palm_tree',
  'emoji.useAnyway': ':{name}: trotzdem verwenden',
}
