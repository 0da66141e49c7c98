import type { schedule as english } from '../../en/screens/schedule.ts'

export const schedule: Record<keyof typeof english, string> = {
  'schedule.add': 'Hinzufügen…',
  'schedule.addTitle': 'Neuer Zeitplan',
  'schedule.daily': 'Jeden Tag, {from}–{to}',
  'schedule.days': 'Tage',
  'schedule.daysNeeded': 'Wählen Sie mindestens einen Tag aus.',
  'schedule.edit': 'Bearbeiten…',
  'schedule.editNamed': '{item} bearbeiten…',
  'schedule.editTitle': 'Zeitplan bearbeiten',
  'schedule.empty':
    'Noch nichts geplant. Fügen Sie zum Beispiel die Mittagspause oder Ruhezeiten hinzu.',
  'schedule.from': 'Von',
  'schedule.lead':
    'Wird jede Woche in Ortszeit wiederholt, während Latchkey läuft. Danach wird Ihr vorheriger Status wiederhergestellt.',
  'schedule.noStatusHint':
    'Ohne Emoji, Nachricht oder „Beschäftigt“ bleibt Ihr Status unverändert.',
  'schedule.nothing':
    'Geben Sie eine Nachricht ein, wählen Sie ein Emoji aus oder halten Sie Benachrichtigungen an.',
  'schedule.onDays': '{days}, {from}–{to}',
  'schedule.problem': 'Latchkey konnte Ihren Status nicht ändern: {problem}',
  'schedule.quiet': 'Benachrichtigungen anhalten',
  'schedule.quietHint': 'Keine Benachrichtigungen zu diesem Konto.',
  'schedule.quietHours': 'Ruhezeiten',
  'schedule.remove': 'Entfernen',
  'schedule.removeNamed': '{item} entfernen',
  'schedule.removed': 'Aus dem Zeitplan entfernt.',
  'schedule.save': 'Speichern',
  'schedule.statusAndQuiet': '{status}, Benachrichtigungen angehalten',
  'schedule.timesNeeded': 'Geben Sie beide Zeiten ein.',
  'schedule.title': 'Zeitplan',
  'schedule.to': 'Bis',
  'schedule.turnOn': '{item} einschalten',
  'schedule.usePreset': 'Vorlage verwenden',
  'schedule.weekdays': 'Montag bis Freitag, {from}–{to}',
}
