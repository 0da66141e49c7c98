import type { dates as english } from '../../en/screens/dates.ts'

export const dates: Record<keyof typeof english, string> = {
  'dates.chooseDay': 'Wählen Sie einen Tag aus.',
  'dates.expired': 'Abgelaufen',
  'dates.expiresIn':
    '{days, plural, =0 {Läuft innerhalb eines Tages ab} one {Läuft in # Tag ab} other {Läuft in # Tagen ab}}',
  'dates.future': 'Wählen Sie einen Tag aus, der nicht in der Zukunft liegt.',
  'dates.lastUsed': 'Zuletzt verwendet: {moment}',
  'dates.neverUsed': 'Nie verwendet',
  'dates.tooEarly': 'Wählen Sie einen Tag ab dem Jahr 2000 aus.',
  'dates.useUnknown': 'Letzte Verwendung unbekannt',
}
