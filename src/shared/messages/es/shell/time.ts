import type { time as english } from '../../en/shell/time.ts'

export const time: Record<keyof typeof english, string> = {
  'time.combined': '{larger} {smaller}',
  'time.days': '{count, plural, one {# día} many {# días} other {# días}}',
  'time.hours': '{count, plural, one {# hora} many {# horas} other {# horas}}',
  'time.lessThanAMinute': 'menos de un minuto',
  'time.minutes': '{count, plural, one {# minuto} many {# minutos} other {# minutos}}',
  'time.none': '0 minutos',
  'time.onDay': '{day}, {time}',
  'time.seconds': '{count, plural, one {# segundo} many {# segundos} other {# segundos}}',
  'time.today': 'hoy, {time}',
  'time.tomorrow': 'mañana, {time}',
  'time.yesterday': 'ayer, {time}',
}
