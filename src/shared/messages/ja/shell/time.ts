import type { time as english } from '../../en/shell/time.ts'

export const time: Record<keyof typeof english, string> = {
  'time.combined': '{larger}{smaller}',
  'time.days': '{count, plural, other {#日}}',
  'time.hours': '{count, plural, other {#時間}}',
  'time.lessThanAMinute': '1分未満',
  'time.minutes': '{count, plural, other {#分}}',
  'time.none': 'なし',
  'time.onDay': '{day} {time}',
  'time.seconds': '{count, plural, other {#秒}}',
  'time.today': '今日 {time}',
  'time.tomorrow': '明日 {time}',
  'time.yesterday': '昨日 {time}',
}
