import type { activities as english } from '../../en/screens/activities.ts'

export const activities: Record<keyof typeof english, string> = {
  'activities.activeSince': 'Aktiv seit',
  'activities.activeSinceHint':
    'Jeder Benutzer ist einmal aufgeführt, mit dem Tag der letzten Aktivität.',
  'activities.chart': 'Zeitlicher Verlauf',
  'activities.chartLead': 'Benutzer nach Woche der letzten Aktivität.',
  'activities.chartSummary':
    'Benutzer nach Woche der letzten Aktivität, {weeks, plural, one {# Woche} other {# Wochen}}. Höchstwert: {count, plural, one {# Benutzer} other {# Benutzer}} in der Woche vom {day}.',
  'activities.chartTable': 'Als Tabelle anzeigen',
  'activities.emptyText':
    'Wählen Sie ein früheres Datum. Nur Administratoren sehen Benutzer mit privatem Profil.',
  'activities.emptyTitle': 'Keine Aktivität seit diesem Datum',
  'activities.exportCsv': '{count, number} als CSV exportieren',
  'activities.fromDirectory': 'Aus der Kopie auf diesem Computer.',
  'activities.fromGitLab': 'Von GitLab.',
  'activities.incomplete': 'Diese Liste ist unvollständig.',
  'activities.lastActive': 'Zuletzt aktiv',
  'activities.lead': 'Wann Benutzer sich zuletzt angemeldet, gepusht oder die API verwendet haben.',
  'activities.loadFromGitLab': 'Von GitLab laden',
  'activities.loadRest': 'Rest laden',
  'activities.loaded': '{count, number} geladen, älteste Aktivität zuerst',
  'activities.loadedSoFar': '{count, number} geladen',
  'activities.loadedSoFarOf': '{count, number} von {total, number} geladen',
  'activities.loading': 'Aktivitäten werden geladen…',
  'activities.noResults': 'Keine Ergebnisse',
  'activities.noResultsText':
    'Aktivitäten enthalten nur Benutzernamen. Um nach Namen zu suchen, öffnen Sie „Personen“.',
  'activities.search': 'Nach Benutzername suchen',
  'activities.stop': 'Stoppen',
  'activities.title': 'Aktivitäten',
  'activities.unknownDay': 'Unbekannt',
  'activities.useDirectory': 'Kopie auf diesem Computer verwenden',
  'activities.username': 'Benutzername',
  'activities.users': 'Benutzer',
  'activities.week': 'Woche vom {day}: {count, plural, one {# Benutzer} other {# Benutzer}}',
  'activities.weekOf': 'Woche vom',
}
