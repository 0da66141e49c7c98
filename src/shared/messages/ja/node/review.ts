import type { review as english } from '../../en/node/review.ts'

export const review: Record<keyof typeof english, string> = {
  'review.failed': 'Latchkeyで問題が発生したため、レビューが終了しました。',
  'review.failedHint':
    'レビューを再開してください。繰り返し発生する場合は、Latchkeyを再起動してください。',
  'review.membership': '{type, select, Project {プロジェクト} other {グループ}}{name}（{role}）',
  'review.nobody': 'レビューするユーザーがいません。',
  'review.nobodyHint':
    '［ユーザー］で一覧を読み込んでユーザーを選択し、レビューを開始し直してください。',
  'review.tooManyUsers': '1回のレビューの対象は{max, plural, other {#人}}までです。',
  'review.tooManyUsersHint': 'フィルターで一覧を絞り込んでから、レビューを開始し直してください。',
}
