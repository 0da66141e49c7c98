import type { emoji as english } from '../../en/screens/emoji.ts'

export const emoji: Record<keyof typeof english, string> = {
  'emoji.categories': 'Catégories',
  'emoji.choose': 'Choisir un emoji',
  'emoji.label': 'Emoji',
  'emoji.named': 'Emoji : {name}',
  'emoji.noResults': 'Aucun résultat.',
  'emoji.none': 'Emoji : aucun',
  'emoji.remove': 'Retirer l’emoji',
  'emoji.results': 'Résultats de la recherche',
  'emoji.search': 'Rechercher un emoji',
  'emoji.searchPlaceholder': 'Recherchez par nom, par exemple palm_tree',
  'emoji.useAnyway': 'Utiliser :{name}: quand même',
}
