import type { tokens as english } from '../../en/node/tokens.ts'

export const tokens: Record<keyof typeof english, string> = {
  'tokens.mustBeLater': '明日以降を指定してください',
  'tokens.wouldBeExpired': 'この有効期限では、トークンがすでに期限切れになります。',
  'tokens.wouldBeExpiredHint':
    '明日以降の日付を選択してください。トークンは有効期限の日の00:00（UTC）に期限切れになります。',
}
