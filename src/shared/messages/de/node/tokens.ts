import type { tokens as english } from '../../en/node/tokens.ts'

export const tokens: Record<keyof typeof english, string> = {
  'tokens.mustBeLater': 'muss nach dem heutigen Tag liegen',
  'tokens.wouldBeExpired': 'Ein Token mit diesem Ablaufdatum wäre bereits abgelaufen.',
  'tokens.wouldBeExpiredHint':
    'Wählen Sie morgen oder einen späteren Tag. Token laufen an ihrem Ablaufdatum um 00:00 UTC ab.',
}
