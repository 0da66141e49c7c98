import type { time as english } from '../../en/shell/time.ts'

export const time: Record<keyof typeof english, string> = {
  'time.combined': '{larger} {smaller}',
  'time.days': '{count, plural, one {# Tag} other {# Tage}}',
  'time.hours': '{count, plural, one {# Stunde} other {# Stunden}}',
  'time.lessThanAMinute': 'weniger als eine Minute',
  'time.minutes': '{count, plural, one {# Minute} other {# Minuten}}',
  'time.none': 'keine Zeit',
  'time.onDay': '{day}, {time}',
  'time.seconds': '{count, plural, one {# Sekunde} other {# Sekunden}}',
  'time.today': 'heute, {time}',
  'time.tomorrow': 'morgen, {time}',
  'time.yesterday': 'gestern, {time}',
}
