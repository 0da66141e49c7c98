import type { dates as english } from '../../en/screens/dates.ts'

export const dates: Record<keyof typeof english, string> = {
  'dates.chooseDay': '日付を選択してください。',
  'dates.expired': '期限切れ',
  'dates.expiresIn': '{days, plural, =0 {1日以内に期限切れ} other {#日後に期限切れ}}',
  'dates.future': '今日以前の日付を選択してください。',
  'dates.lastUsed': '最終使用: {moment}',
  'dates.neverUsed': '未使用',
  'dates.tooEarly': '2000年以降の日付を選択してください。',
  'dates.useUnknown': '最終使用は不明',
}
