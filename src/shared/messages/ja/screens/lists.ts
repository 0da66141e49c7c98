import type { lists as english } from '../../en/screens/lists.ts'

export const lists: Record<keyof typeof english, string> = {
  'lists.emptyPages': 'GitLabから空のページが3回続けて返されました。',
  'lists.endless': 'GitLabから終わりのない一覧が返されました。',
  'lists.moreThanCounted': 'GitLabから総数を超えるユーザーが返されました。',
  'lists.repeatedPage': 'GitLabから同じページが2回返されました。',
}
