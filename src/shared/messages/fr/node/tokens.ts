import type { tokens as english } from '../../en/node/tokens.ts'

export const tokens: Record<keyof typeof english, string> = {
  'tokens.mustBeLater': 'doit être postérieure à aujourd’hui',
  'tokens.wouldBeExpired': 'Un jeton avec cette date d’expiration serait déjà expiré.',
  'tokens.wouldBeExpiredHint':
    'Choisissez demain ou un jour ultérieur. Les jetons expirent à 00:00 UTC à leur date d’expiration.',
}
