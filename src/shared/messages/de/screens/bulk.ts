import type { bulk as english } from '../../en/screens/bulk.ts'

export const bulk: Record<keyof typeof english, string> = {
  'bulk.action': 'Aktion',
  'bulk.all': 'Alle',
  'bulk.cancelConfirm': 'Übrige abbrechen',
  'bulk.cancelText':
    '{done, plural, =0 {Bisher wurde nichts ausgeführt.} one {# Benutzer wurde bereits geändert und wird nicht zurückgesetzt.} other {# Benutzer wurden bereits geändert und werden nicht zurückgesetzt.}} Aktionen in Bearbeitung werden noch gesendet.',
  'bulk.cancelTitle':
    '{left, plural, one {Die übrige Aktion abbrechen?} other {Die übrigen # Aktionen abbrechen?}}',
  'bulk.cancelled': 'Abgebrochen. Bereits gesendete Aktionen werden nicht rückgängig gemacht.',
  'bulk.changing': 'Benutzer, die geändert würden',
  'bulk.chooseAction': 'Wählen Sie eine Aktion für die ausgewählten Benutzer.',
  'bulk.counts': '{done, number} erledigt · {refused, number} abgelehnt · {left, number} übrig',
  'bulk.delayed': 'Verzögert.',
  'bulk.finished': 'Abgeschlossen. Die Ergebnisse stehen unten.',
  'bulk.finishedWithConflicts': 'Abgeschlossen, außer bei Benutzern, die geprüft werden müssen.',
  'bulk.firstOnly': 'Nur die ersten {count, number}',
  'bulk.immediately': 'Wirkt sofort.',
  'bulk.includes': 'Darunter',
  'bulk.keepRunning': 'Weiterlaufen lassen',
  'bulk.kind': 'Was zu tun ist',
  'bulk.kind_action': 'Eine Aktion',
  'bulk.kind_edit': 'Felder bearbeiten',
  'bulk.kind_plan': 'Plan',
  'bulk.lastAdministrator': 'Sie wären als einziger Administrator übrig.',
  'bulk.lead': 'Eine Aktion oder die Schritte eines Plans für alle ausgewählten Benutzer.',
  'bulk.leadOne': 'Eine Aktion oder die Schritte eines Plans.',
  'bulk.noResults': 'Keine Ergebnisse',
  'bulk.noRuns': 'Noch keine Durchläufe',
  'bulk.noRunsHint':
    'Öffnen Sie „{directory}“, wählen Sie einige aus und dann eine Aktion für alle.',
  'bulk.nobodyChanges': 'Kein Benutzer würde geändert',
  'bulk.nobodyChangesHint':
    'Die Gründe stehen unten. Wählen Sie eine andere Aktion oder andere Benutzer.',
  'bulk.nobodySelected': 'Keine Benutzer ausgewählt',
  'bulk.nobodySelectedHint':
    'Öffnen Sie „{directory}“ und wählen Sie zuerst einige aus. Die Auswahl bleibt erhalten, bis Sie das Fenster schließen oder neu laden.',
  'bulk.otherwise':
    '{count, plural, one {# Benutzer hatte vor dem Durchlauf einen anderen Zustand, zum Beispiel „Deaktiviert“, und wird jetzt aktiv.} other {# Benutzer hatten vor dem Durchlauf einen anderen Zustand, zum Beispiel „Deaktiviert“, und werden jetzt aktiv.}}',
  'bulk.outcome': 'Ergebnis',
  'bulk.pace': '{pace} pro Sekunde',
  'bulk.paceWithTimeLeft': '{pace} pro Sekunde, noch {time}',
  'bulk.pause': 'Anhalten',
  'bulk.pausedWithLeft':
    'Angehalten. {left, plural, one {# Benutzer ist} other {# Benutzer sind}} übrig.',
  'bulk.pausedWithQueue': 'Mit der Warteschlange angehalten.',
  'bulk.pending': 'Ausstehend',
  'bulk.pendingUntilReachable': 'Ausstehend, bis GitLab erreichbar ist.',
  'bulk.percent': '{percent, number} Prozent: {state}',
  'bulk.permanent':
    'Der Durchlauf hat auch Aktionen ausgeführt, die nicht umgekehrt werden können:',
  'bulk.permanentAction': '{action}: {count, plural, one {# Benutzer} other {# Benutzer}}',
  'bulk.preparing':
    'Wird vorbereitet: {queued, number} von {total, plural, one {# Benutzer} other {# Benutzern}}. Noch wird nichts gesendet.',
  'bulk.preview': 'Vorschau',
  'bulk.previewLead': 'Zeigt, was geschehen würde. Noch wird nichts gesendet.',
  'bulk.progress': 'Fortschritt',
  'bulk.progressOf': '{ended, number} von {total, number}',
  'bulk.queuePaused': 'Die Warteschlange ist angehalten. Setzen Sie sie unter „{actions}“ fort.',
  'bulk.queued': 'Eingereiht: {when}.',
  'bulk.refusedQueuedAgain': 'Die abgelehnten Aktionen sind wieder eingereiht.',
  'bulk.restCancelled': 'Die übrigen Aktionen wurden abgebrochen.',
  'bulk.results': 'Ergebnisse',
  'bulk.retryRefused': '{count, number} abgelehnte erneut versuchen',
  'bulk.retrying': 'Wird erneut versucht.',
  'bulk.reverse': 'Umkehren…',
  'bulk.reverseLead':
    'Führt für die vom Durchlauf geänderten Benutzer die Gegenaktion aus. Benutzer, die sich seitdem geändert haben, werden übersprungen oder müssen geprüft werden.',
  'bulk.reverseTitle': 'Durchlauf umkehren',
  'bulk.run': 'Sammeldurchlauf',
  'bulk.runCancelled': 'Durchlauf abgebrochen. Es wurde nichts gesendet.',
  'bulk.runPaused': 'Durchlauf angehalten. Aktionen in Bearbeitung werden noch gesendet.',
  'bulk.runResumed': 'Durchlauf fortgesetzt.',
  'bulk.runs': 'Durchläufe',
  'bulk.sending': 'Wird gesendet.',
  'bulk.selectAllAgain': 'Wieder alle auswählen',
  'bulk.showAll': 'Alle {count, number} anzeigen',
  'bulk.skipped': 'Übersprungene Benutzer',
  'bulk.skippedCount': 'Übersprungen: {count, plural, one {# Benutzer} other {# Benutzer}}',
  'bulk.start': 'Starten',
  'bulk.startsIn': 'Startet in {seconds} s. Bis dahin können Sie alles rückgängig machen.',
  'bulk.state_cancelled': 'Abgebrochen',
  'bulk.state_finished': 'Abgeschlossen',
  'bulk.state_paused': 'Angehalten',
  'bulk.state_preparing': 'In Vorbereitung',
  'bulk.state_running': 'Läuft',
  'bulk.title': 'Sammelaktion',
  'bulk.titleOne': 'Aktion für {user}',
  'bulk.title_activate': '{count, plural, one {# Benutzer} other {# Benutzer}} aktivieren',
  'bulk.title_approve': '{count, plural, one {# Benutzer} other {# Benutzer}} genehmigen',
  'bulk.title_ban': '{count, plural, one {# Benutzer} other {# Benutzer}} verbannen',
  'bulk.title_block': '{count, plural, one {# Benutzer} other {# Benutzer}} sperren',
  'bulk.title_deactivate': '{count, plural, one {# Benutzer} other {# Benutzer}} deaktivieren',
  'bulk.title_delete': '{count, plural, one {# Benutzer} other {# Benutzer}} löschen',
  'bulk.title_disable_two_factor':
    '2FA für {count, plural, one {# Benutzer} other {# Benutzer}} deaktivieren',
  'bulk.title_hard_delete':
    '{count, plural, one {# Benutzer} other {# Benutzer}} mit allen Beiträgen löschen',
  'bulk.title_reject': '{count, plural, one {# Benutzer} other {# Benutzer}} ablehnen',
  'bulk.title_unban':
    'Verbannung von {count, plural, one {# Benutzer} other {# Benutzern}} aufheben',
  'bulk.title_unblock': '{count, plural, one {# Benutzer} other {# Benutzer}} entsperren',
  'bulk.unusual': 'Ungewöhnliche Benutzer',
  'bulk.unusualTitle_administrators': 'Administratoren, die geändert würden',
  'bulk.unusualTitle_bots': 'Bots, die geändert würden',
  'bulk.unusualTitle_recentlyActive':
    'Benutzer, die geändert würden und in den letzten 90 Tagen aktiv waren',
  'bulk.unusual_administrators': '{count, plural, one {# Administrator} other {# Administratoren}}',
  'bulk.unusual_bots': '{count, plural, one {# Bot} other {# Bots}}',
  'bulk.unusual_recentlyActive':
    '{count, plural, one {# in den letzten 90 Tagen aktiver Benutzer} other {# in den letzten 90 Tagen aktive Benutzer}}',
  'bulk.undoAll': 'Alle rückgängig machen',
  'bulk.undoTime':
    'Sie haben {seconds, plural, one {# Sekunde} other {# Sekunden}}, um dies rückgängig zu machen. Danach werden die Aktionen im Hintergrund gesendet; Sie können diese Ansicht verlassen.',
  'bulk.undoWhileAway':
    'Die Aktionen werden gesendet, sobald GitLab erreichbar ist, und können bis dahin rückgängig gemacht werden. Sie können diese Ansicht verlassen.',
  'bulk.users': '{count, plural, one {# Benutzer} other {# Benutzer}}',
  'bulk.waitsForDate':
    '{left, plural, one {# Aktion wartet} other {# Aktionen warten}} auf den Termin.',
  'bulk.warning': 'Warnung',
  'bulk.warning_delete':
    'Die Konten, Profile, Schlüssel, Token und persönlichen Projekte werden endgültig gelöscht. Tickets, Kommentare und Merge Requests bleiben unter dem Namen „Ghost User“ erhalten.',
  'bulk.warning_disable_two_factor':
    'Die Authentifizierungs-Apps, Sicherheitsschlüssel und Wiederherstellungscodes werden entfernt. Jeder dieser Benutzer muss neue einrichten.',
  'bulk.warning_hard_delete':
    'Die Konten werden endgültig gelöscht, mit allen Tickets, Kommentaren, Merge Requests und persönlichen Projekten sowie den Gruppen, deren einzige Eigentümer sie sind, und allen Projekten darin.',
  'bulk.warning_reject':
    'Die Konten werden endgültig gelöscht, und jeder dieser Benutzer erhält eine E-Mail.',
  'bulk.wouldChange':
    '{action, select, block {Zu sperren} unblock {Zu entsperren} ban {Zu verbannen} unban {Verbannung aufzuheben} activate {Zu aktivieren} deactivate {Zu deaktivieren} approve {Zu genehmigen} reject {Abzulehnen} delete {Zu löschen} hard_delete {Mit allen Beiträgen zu löschen} changed {Zu ändern} other {Zwei-Faktor-Authentifizierung zu deaktivieren}}: {users} von {total, number} ausgewählten.',
  'bulk.wrongConfirmation': 'Geben Sie „{text}“ ein.',
}
