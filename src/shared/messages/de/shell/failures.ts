import type { failures as english } from '../../en/shell/failures.ts'

export const failures: Record<keyof typeof english, string> = {
  'failures.checkAgain': 'Erneut prüfen',
  'failures.chooseCertificate': 'Zertifikat auswählen',
  'failures.field': '{field} {problems}',
  'failures.incompleteList':
    'Es wird nichts angezeigt, weil die Liste unvollständig wäre. Wenden Sie sich an den Administrator der Instanz.',
  'failures.lastUpdated': 'Zuletzt aktualisiert: {time}',
  'failures.missingAccounts': 'Fehlende Konten',
  'failures.missingAccountsText':
    '{count, plural, one {# Konto konnte nicht geladen werden. Diese Version versteht seinen Eintrag in accounts.json nicht.} other {# Konten konnten nicht geladen werden. Diese Version versteht ihre Einträge in accounts.json nicht.}} Es wurde nichts gelöscht: Die Daten sind noch in dieser Datei oder in einer Kopie daneben.',
  'failures.needsConnection': 'Das kann ohne Verbindung nicht geladen werden.',
  'failures.notLoadedYet': 'Noch nicht geladen.',
  'failures.onWeb': 'Im Web:',
  'failures.page': 'Auf dieser Seite ist ein Fehler aufgetreten.',
  'failures.pageHint': 'Laden Sie die Seite neu und versuchen Sie es dann noch einmal.',
  'failures.partOfList':
    'Die bisher geladenen Einträge werden angezeigt. Wenden Sie sich an den Administrator der Instanz.',
  'failures.partlyFrom': 'teilweise {time}',
  'failures.retryAt': 'Nächster Versuch möglich: {time}.',
  'failures.revoke': 'Widerrufen',
  'failures.scopes':
    'Das Token benötigt {count, plural, one {die Berechtigung {scopes}} other {eine dieser Berechtigungen: {scopes}}}.',
  'failures.showMore': 'Mehr anzeigen',
  'failures.shown': '{count, number} angezeigt. Weitere sind verfügbar.',
  'failures.shownOf': '{count, number} von {total, number} angezeigt.',
  'failures.stillMissing': 'Noch immer nicht erschienen.',
  'failures.stillUncertain': 'Es ist noch immer unklar, ob der Eintrag erstellt wurde.',
  'failures.unreadEntries':
    '{count, plural, one {# Eintrag konnte} other {# Einträge konnten}} nicht gelesen werden.',
  'failures.updating': 'Wird aktualisiert…',
}
