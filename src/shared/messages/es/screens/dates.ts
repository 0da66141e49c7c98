import type { dates as english } from '../../en/screens/dates.ts'

export const dates: Record<keyof typeof english, string> = {
  'dates.chooseDay': 'Elija un día.',
  'dates.expired': 'Ha caducado',
  'dates.expiresIn':
    '{days, plural, =0 {Caduca en menos de un día} one {Caduca en # día} many {Caduca en # días} other {Caduca en # días}}',
  'dates.future': 'Elija un día que no sea futuro.',
  'dates.lastUsed': 'Último uso: {moment}',
  'dates.neverUsed': 'Nunca se ha usado',
  'dates.tooEarly': 'Elija un día del año 2000 o posterior.',
  'dates.useUnknown': 'Último uso desconocido',
}
