import type { status as english } from '../../en/node/status.ts'

export const status: Record<keyof typeof english, string> = {
  'status.emptyAnswer':
    'GitLab hat eine leere Antwort gesendet, der Status wurde also möglicherweise nicht festgelegt.',
  'status.emptyAnswerHint': 'Prüfen Sie den aktuellen Status, bevor Sie es erneut versuchen.',
  'status.hasPassed': 'liegt in der Vergangenheit. Wählen Sie eine andere Zeit',
  'status.keptTimePassed': 'Der Zeitpunkt, zu dem Ihr Status gelöscht wird, ist vorbei.',
  'status.keptTimePassedHint': 'Wählen Sie, wann dieser Status gelöscht wird.',
  'status.overlaps': 'Zwei geplante Status überschneiden sich.',
  'status.overlapsHint':
    'Ändern Sie die Tage oder Zeiten von einem davon oder schalten Sie ihn aus.',
  'status.presetFocusing': 'Fokuszeit',
  'status.presetHome': 'Im Homeoffice',
  'status.presetLeave': 'Im Urlaub',
  'status.presetLunch': 'Beim Mittagessen',
  'status.presetMeeting': 'In einer Besprechung',
  'status.presetSick': 'Krankgemeldet',
}
