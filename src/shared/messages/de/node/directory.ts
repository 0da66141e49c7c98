import type { directory as english } from '../../en/node/directory.ts'

export const directory: Record<keyof typeof english, string> = {
  'directory.adminModeHint':
    'Diese Instanz verwendet den Admin-Modus. Ersetzen Sie das Token durch eines, das auch diese Berechtigung hat.',
  'directory.adminModeMissing': 'Diesem Token fehlt die Berechtigung admin_mode.',
  'directory.contradictoryDays': 'Beim Erstellungsdatum liegt der Anfang nach dem Ende.',
  'directory.contradictoryDaysHint':
    'Vertauschen Sie die beiden Daten oder entfernen Sie eines davon.',
  'directory.copyTooLarge':
    'Die Benutzerliste belegt {megabytes, number} MB. Das ist mehr, als Latchkey auf diesem Computer verwenden kann.',
  'directory.emptyList': 'GitLab hat eine leere Benutzerliste zurückgegeben.',
  'directory.emptyListHint':
    'Es wurden keine Benutzer aus der Liste entfernt. Versuchen Sie es später erneut.',
  'directory.fieldDayOrder': 'muss {day} oder später sein',
  'directory.fieldScimIdentity': 'ist erforderlich, um nach SCIM-Identität zu filtern',
  'directory.fieldTaken': 'ist bereits vergeben',
  'directory.filterIgnored':
    'Diese Instanz ignoriert {count, plural, one {den Filter} other {die Filter}} {filters}, daher gelten alle Benutzer als Treffer.',
  'directory.filterIgnoredHint':
    'Entfernen Sie {count, plural, one {den Filter} other {diese Filter}}, um Benutzer auszuwählen.',
  'directory.filterOffline':
    '{count, plural, one {Der Filter {filters} benötigt} other {Die Filter {filters} benötigen}} eine Verbindung zu GitLab.',
  'directory.filterOfflineHint':
    'Entfernen Sie {count, plural, one {den Filter} other {diese Filter}} oder versuchen Sie es erneut, wenn Sie online sind.',
  'directory.filterOutdated':
    'Die Ergebnisse {count, plural, one {des Filters} other {der Filter}} {filters} sind veraltet.',
  'directory.filterOutdatedHint': 'Öffnen Sie die Liste neu und versuchen Sie es dann noch einmal.',
  'directory.incompleteList':
    'Es wird nichts angezeigt, weil die Liste unvollständig wäre. Versuchen Sie es später erneut.',
  'directory.loadingEnded': 'Es konnten nicht alle Benutzer geladen werden. {reason}',
  'directory.loadingEndedHint':
    'Bereits geladene Benutzer bleiben erhalten. Versuchen Sie es später erneut.',
  'directory.noRoomHint':
    'Die Synchronisierung wurde beendet, bereits geladene Benutzer bleiben erhalten. Um Speicherplatz freizugeben, leeren Sie den Cache in den Einstellungen.',
  'directory.notAdministrator': 'Dieses Konto ist kein Administrator mehr.',
  'directory.notAdministratorHint':
    'Bitten Sie einen Administrator, den Zugriff wiederherzustellen, oder wechseln Sie zu einem anderen Konto.',
  'directory.notStored': 'Die Benutzerliste konnte auf diesem Computer nicht gespeichert werden.',
  'directory.notStoredHint':
    'Prüfen Sie, ob Latchkey in seinen Datenordner schreiben kann und noch Speicherplatz frei ist, und starten Sie Latchkey dann neu.',
  'directory.scimIdentity': 'SCIM-Identität',
  'directory.scimNeedsId': 'Geben Sie eine externe ID ein, um nach SCIM-Identität zu filtern.',
  'directory.syncFailed': 'Beim Laden der Benutzer ist in Latchkey ein Fehler aufgetreten.',
  'directory.syncFailedHint':
    'Versuchen Sie es erneut. Wenn das Problem weiterhin auftritt, starten Sie Latchkey neu.',
  'directory.tooManyUsers':
    'GitLab listet mehr als {max, number} Benutzer auf. Mehr kann Latchkey nicht laden.',
  'directory.tooManyViews': 'Sie können bis zu {max, number} Filteransichten speichern.',
  'directory.tooManyViewsHint': 'Löschen Sie eine Filteransicht, um eine weitere zu speichern.',
  'directory.unreadableList': 'Keiner der Benutzer in der Liste konnte gelesen werden.',
  'directory.unreadableListHint':
    'Es wurden keine Benutzer aus der Liste entfernt. Wenden Sie sich an den Administrator der Instanz.',
  'directory.viewTaken': 'Es gibt bereits eine Filteransicht mit dem Namen „{name}“.',
  'directory.viewTakenHint':
    'Wählen Sie einen anderen Namen oder löschen Sie zuerst die vorhandene Filteransicht.',
}
