import type { tokens as english } from '../../en/node/tokens.ts'

export const tokens: Record<keyof typeof english, string> = {
  'tokens.mustBeLater': 'debe ser posterior a hoy',
  'tokens.wouldBeExpired': 'Un token con esta fecha de caducidad ya estaría caducado.',
  'tokens.wouldBeExpiredHint':
    'Elija mañana o un día posterior. Los tokens caducan a las 00:00 UTC de su fecha de caducidad.',
}
