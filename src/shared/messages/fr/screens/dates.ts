import type { dates as english } from '../../en/screens/dates.ts'

export const dates: Record<keyof typeof english, string> = {
  'dates.chooseDay': 'Choisissez un jour.',
  'dates.expired': 'Expiré',
  'dates.expiresIn':
    '{days, plural, =0 {Expire dans moins d’un jour} one {Expire dans # jour} many {Expire dans # jours} other {Expire dans # jours}}',
  'dates.future': 'Choisissez une date qui n’est pas dans le futur.',
  'dates.lastUsed': 'Dernière utilisation : {moment}',
  'dates.neverUsed': 'Jamais utilisé',
  'dates.tooEarly': 'Choisissez une date à partir de l’an 2000.',
  'dates.useUnknown': 'Dernière utilisation inconnue',
}
