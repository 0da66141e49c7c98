import type { time as english } from '../../en/shell/time.ts'

export const time: Record<keyof typeof english, string> = {
  'time.combined': '{larger} {smaller}',
  'time.days': '{count, plural, one {# jour} many {# jours} other {# jours}}',
  'time.hours': '{count, plural, one {# heure} many {# heures} other {# heures}}',
  'time.lessThanAMinute': 'moins d’une minute',
  'time.minutes': '{count, plural, one {# minute} many {# minutes} other {# minutes}}',
  'time.none': 'aucune durée',
  'time.onDay': '{day}, {time}',
  'time.seconds': '{count, plural, one {# seconde} many {# secondes} other {# secondes}}',
  'time.today': 'aujourd’hui, {time}',
  'time.tomorrow': 'demain, {time}',
  'time.yesterday': 'hier, {time}',
}
