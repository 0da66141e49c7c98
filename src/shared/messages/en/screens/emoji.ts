export const emoji = {
  'emoji.categories': 'Categories',
  'emoji.choose': 'Choose an emoji',
  'emoji.label': 'Emoji',
  'emoji.named': 'Emoji: {name}',
  'emoji.noResults': 'No results.',
  'emoji.none': 'Emoji: none',
  'emoji.remove': 'Remove emoji',
  'emoji.results': 'Search results',
  'emoji.search': 'Search emoji',
  'emoji.searchPlaceholder': 'Search by name, such as palm_tree',
  'emoji.useAnyway': 'Use :{name}: anyway',
}
