import type { emoji as english } from '../../en/screens/emoji.ts'

export const emoji: Record<keyof typeof english, string> = {
  'emoji.categories': 'Categorías',
  'emoji.choose': 'Elegir un emoji',
  'emoji.label': 'Emoji',
  'emoji.named': 'Emoji: {name}',
  'emoji.noResults': 'Sin resultados.',
  'emoji.none': 'Emoji: ninguno',
  'emoji.remove': 'Quitar el emoji',
  'emoji.results': 'Resultados de la búsqueda',
  'emoji.search': 'Buscar un emoji',
  'emoji.searchPlaceholder': 'Busque por nombre, por ejemplo, palm_tree',
  'emoji.useAnyway': 'Usar :{name}: de todos modos',
}
