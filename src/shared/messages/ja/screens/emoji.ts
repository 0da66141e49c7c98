import type { emoji as english } from '../../en/screens/emoji.ts'

export const emoji: Record<keyof typeof english, string> = {
  'emoji.categories': 'カテゴリ',
  'emoji.choose': '絵文字を選択',
  'emoji.label': '絵文字',
  'emoji.named': '絵文字: {name}',
  'emoji.noResults': '該当なし。',
  'emoji.none': '絵文字: なし',
  'emoji.remove': '絵文字を削除',
  'emoji.results': '検索結果',
  'emoji.search': '絵文字を検索',
  'emoji.searchPlaceholder': 'palm_treeなどの名前で検索',
  'emoji.useAnyway': 'このまま:{name}:を使用',
}
