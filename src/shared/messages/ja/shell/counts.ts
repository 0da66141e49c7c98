import type { counts as english } from '../../en/shell/counts.ts'

export const counts: Record<keyof typeof english, string> = {
  'counts.issues': '担当イシュー',
  'counts.issuesHint': '自分が担当するオープンなイシュー',
  'counts.mergeRequests': 'マージリクエスト',
  'counts.mergeRequestsHint': '自分が担当するオープンなマージリクエスト',
  'counts.reviews': 'レビューリクエスト',
  'counts.reviewsHint': '自分のレビューを待っているマージリクエスト',
  'counts.title': '件数',
  'counts.todos': 'To Doアイテム',
  'counts.todosHint': '未完了のTo Doアイテム',
}
