export const time = {
  'time.combined': '{larger} {smaller}',
  'time.days': '{count, plural, one {# day} other {# days}}',
  'time.hours': '{count, plural, one {# hour} other {# hours}}',
  'time.lessThanAMinute': 'less than a minute',
  'time.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'time.none': 'no time',
  'time.onDay': '{day}, {time}',
  'time.seconds': '{count, plural, one {# second} other {# seconds}}',
  'time.today': 'today, {time}',
  'time.tomorrow': 'tomorrow, {time}',
  'time.yesterday': 'yesterday, {time}',
}
