import type { review as english } from '../../en/node/review.ts'

export const review: Record<keyof typeof english, string> = {
  'review.failed': 'Die Prüfung wurde beendet, weil in Latchkey ein Fehler aufgetreten ist.',
  'review.failedHint':
    'Setzen Sie die Prüfung fort. Wenn das Problem weiterhin auftritt, starten Sie Latchkey neu.',
  'review.membership': '{type, select, Project {Projekt} other {Gruppe}} {name} ({role})',
  'review.nobody': 'Es gibt keine Benutzer zu prüfen.',
  'review.nobodyHint':
    'Laden Sie die Liste unter „Benutzer“, wählen Sie Benutzer aus und starten Sie die Prüfung dann erneut.',
  'review.tooManyUsers':
    'Eine Prüfung kann bis zu {max, plural, one {# Benutzer} other {# Benutzer}} umfassen.',
  'review.tooManyUsersHint':
    'Grenzen Sie die Liste mit Filtern ein und starten Sie die Prüfung dann erneut.',
}
