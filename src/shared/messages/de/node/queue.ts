import type { queue as english } from '../../en/node/queue.ts'

export const queue: Record<keyof typeof english, string> = {
  'queue.accountEnds':
    'Für {username} ist „{action}“ eingereiht, daher kann keine weitere Aktion folgen.',
  'queue.accountEndsHint': 'Brechen Sie zuerst diese Aktion ab.',
  'queue.actionGone': 'Diese Aktion ist nicht mehr in der Warteschlange.',
  'queue.actionGoneHint': 'Laden Sie die Liste der Aktionen neu.',
  'queue.afterAction': 'Nach „{action}“: {objection}',
  'queue.alreadyGone': 'Das Konto war bereits gelöscht, daher wurde nichts geändert.',
  'queue.alreadyInState':
    'Der Zustand des Benutzers war bereits „{state}“, daher wurde nichts geändert.',
  'queue.alreadyWithoutTwoFactor':
    'Die Zwei-Faktor-Authentifizierung war bereits deaktiviert, daher wurde nichts geändert.',
  'queue.confirmedField': 'ist nicht {username}',
  'queue.conflictHint': 'Entscheiden Sie, ob die Aktion noch richtig ist.',
  'queue.deletionLikely':
    'GitLab hat nicht geantwortet, aber das Konto gesperrt. Die Löschung läuft wahrscheinlich.',
  'queue.deletionLikelyHint': 'Latchkey prüft weiter, bis das Konto gelöscht ist.',
  'queue.deletionRuns': 'GitLab hat die Löschung angenommen.',
  'queue.deletionRunsHint':
    'Konten werden im Hintergrund gelöscht, daher kann der Benutzer noch eine Weile aufgelistet sein.',
  'queue.deletionUnconfirmed':
    'GitLab hat nicht geantwortet, und das Konto existiert noch. Die Löschung läuft möglicherweise.',
  'queue.deletionUnconfirmedHint':
    'Latchkey prüft weiter. Senden Sie die Aktion nur dann erneut, wenn Sie sicher sind, dass GitLab sie nicht erhalten hat.',
  'queue.due': 'Der Termin dieser Aktion ist gekommen.',
  'queue.dueHint':
    'Sie kann nicht rückgängig gemacht werden und wird daher erst gesendet, wenn Sie sie bestätigen.',
  'queue.earlierStepFailed': 'Ein früherer Schritt für diesen Benutzer wurde nicht ausgeführt.',
  'queue.expired': 'Die Aktion wurde nicht innerhalb von sieben Tagen gesendet.',
  'queue.expiredHint':
    'Prüfen Sie den Benutzer und versuchen Sie die Aktion dann erneut, falls sie noch richtig ist.',
  'queue.expiredUnconfirmed':
    'GitLab hat nicht geantwortet, und bei der Prüfung durch Latchkey war die Aktion nicht ausgeführt. Sie wurde nicht innerhalb von sieben Tagen erneut gesendet.',
  'queue.fieldsChanged': 'Jemand hat inzwischen dieselben Felder geändert.',
  'queue.fieldsIgnored': 'Von GitLab nicht geändert: {fields}.',
  'queue.goneUnconfirmed':
    'GitLab hat nicht geantwortet, und den Benutzer gibt es nicht mehr. Das Ergebnis kann daher nicht geprüft werden.',
  'queue.goneUnconfirmedHint': 'Das Konto wurde inzwischen gelöscht. Es ist nichts mehr zu tun.',
  'queue.hasBeenActive': 'Der Benutzer war schon aktiv und bleibt erhalten.',
  'queue.hasExpired': '„{action}“ für {username} ist abgelaufen und wurde nicht gesendet.',
  'queue.hasSignedIn': 'Der Benutzer hat sich schon angemeldet und bleibt erhalten.',
  'queue.isDone': '„{action}“ für {username} ist erledigt.',
  'queue.isInProgress': '„{action}“ für {username} ist in Bearbeitung.',
  'queue.isQueued': '„{action}“ für {username} ist eingereiht.',
  'queue.isScheduled': '„{action}“ für {username} ist geplant.',
  'queue.isUnknown':
    '„{action}“ für {username} wurde gesendet, das Ergebnis ist noch nicht bekannt.',
  'queue.needsReview': '„{action}“ für {username} muss geprüft werden.',
  'queue.noAnswer': 'GitLab hat nicht geantwortet.',
  'queue.noEffect': 'GitLab hat „{action}“ angenommen, aber nichts hat sich geändert.',
  'queue.noEffectHint': 'Prüfen Sie den Benutzer und entscheiden Sie dann, was zu tun ist.',
  'queue.notAdministrator': 'Dieses Konto ist kein Administrator mehr.',
  'queue.notAdministratorHint': 'Ein anderer Administrator kann die Rechte wiederherstellen.',
  'queue.notAllRemoved': 'GitLab hat nicht alle davon entfernt.',
  'queue.notAllRemovedHint': 'Prüfen Sie den Benutzer und versuchen Sie es dann erneut.',
  'queue.notConfirmed': 'Der eingegebene Benutzername ist nicht {username}.',
  'queue.notConfirmedHint':
    'Geben Sie ihn genau so ein, wie er angezeigt wird. Gelöschte Konten können nicht wiederhergestellt werden.',
  'queue.noteHint': 'Fügen Sie ihn selbst zu den Administratornotizen des Benutzers hinzu.',
  'queue.noteNotStored':
    'Erledigt, aber GitLab hat den Grund nicht in den Administratornotizen gespeichert.',
  'queue.noteNotWritten':
    'Erledigt, aber der Grund konnte nicht zu den Administratornotizen hinzugefügt werden: {reason}',
  'queue.nothingThere': 'Es gab nichts zu entfernen.',
  'queue.nothingToChange': 'Alles war bereits so eingestellt, daher wurde nichts geändert.',
  'queue.nothingToDecide': 'Diese Aktion muss nicht mehr geprüft werden.',
  'queue.nothingToDecideHint': 'Prüfen Sie das Ergebnis.',
  'queue.notMoved': 'Die Aktion kann nicht mehr verschoben werden.',
  'queue.notOfRun': 'Nicht alle diese Benutzer wurden von dem Durchlauf angelegt.',
  'queue.notQueued': 'Es wurde nichts eingereiht.',
  'queue.notSaved':
    'Die Warteschlange konnte auf diesem Computer nicht gespeichert werden, daher wurde nichts geändert.',
  'queue.notSavedHint':
    'Prüfen Sie, ob noch Speicherplatz frei und der Ordner beschreibbar ist, und versuchen Sie es dann erneut.',
  'queue.notSent': 'Es wurde nichts gesendet.',
  'queue.orderKept':
    'Dadurch würde sich die Reihenfolge der Aktionen für {username} oder für den Benutzer ändern, mit dem getauscht würde.',
  'queue.orderKeptHint':
    'Aktionen für denselben Benutzer behalten ihre Reihenfolge. Warten Sie auf die andere Aktion oder brechen Sie sie zuerst ab.',
  'queue.previewOutdated':
    'Die Vorschau ist veraltet: {count, plural, one {Jetzt würde # Benutzer} other {Jetzt würden # Benutzer}} geändert, nicht {expected, number}.',
  'queue.previewOutdatedHint': 'Prüfen Sie die Vorschau noch einmal und starten Sie dann.',
  'queue.quitAnyway': 'Beenden',
  'queue.quitKept':
    '{kept, plural, one {Sie bleibt} other {Sie bleiben}} auf diesem Computer erhalten, bis Latchkey wieder startet.',
  'queue.quitKeptAndLost':
    '{kept, plural, one {# Aktion bleibt} other {# Aktionen bleiben}} auf diesem Computer erhalten, bis Latchkey wieder startet. {lost, plural, one {# Aktion geht} other {# Aktionen gehen}} verloren, weil die Demo mit Latchkey endet.',
  'queue.quitLost':
    '{lost, plural, one {Sie geht} other {Sie gehen}} verloren, weil die Demo mit Latchkey endet.',
  'queue.quitStay': 'Bleiben',
  'queue.quitTitle':
    '{count, plural, one {# Aktion wurde noch nicht gesendet} other {# Aktionen wurden noch nicht gesendet}}.',
  'queue.rateLimited': 'Anfragelimit erreicht.',
  'queue.rateLimitedHint': 'Latchkey wartet so lange, wie GitLab es verlangt.',
  'queue.reasonRequired':
    'Geben Sie einen Grund ein, denn ein Schritt fügt ihn zu den Administratornotizen hinzu.',
  'queue.reasonUnchanged': 'Der Grund kann nicht mehr geändert werden.',
  'queue.renamed': '{username} heißt jetzt {usernameNow}.',
  'queue.runGone': 'Diesen Durchlauf gibt es nicht mehr.',
  'queue.runGoneHint': 'Laden Sie die Liste der Durchläufe neu.',
  'queue.signInUnknown':
    'GitLab zeigt nicht, ob sich der Benutzer schon angemeldet hat, deshalb bleibt er erhalten.',
  'queue.skippedIncomplete':
    'Rolle oder Zustand konnte nicht gelesen werden. Öffnen Sie den Benutzer, um die Angaben neu zu lesen.',
  'queue.skippedQueued': 'Für diesen Benutzer ist bereits eine Aktion eingereiht.',
  'queue.skippedUnknown':
    'Der Benutzer ist nicht in der Liste auf diesem Computer. Das Konto ist möglicherweise gelöscht oder neu.',
  'queue.stateChanged': 'Der Zustand von {username} war „{before}“ und ist jetzt „{after}“.',
  'queue.stateIsNow': 'Der Zustand von {username} ist jetzt „{after}“.',
  'queue.undoMissed':
    'Die Zeit zum Rückgängigmachen dieser Löschung verging, während Latchkey geschlossen, im Ruhezustand, gesperrt oder offline war.',
  'queue.undoMissedHint':
    'Es wurde nichts gesendet. Entscheiden Sie, ob der Benutzer noch gelöscht werden soll.',
  'queue.userGone': 'Diesen Benutzer gibt es nicht mehr.',
  'queue.userGoneHint': 'Das Konto wurde inzwischen gelöscht. Es wurde nichts geändert.',
  'queue.userUnconfirmed':
    'Die Antwort stammt möglicherweise nicht von GitLab, der Benutzer existiert also vielleicht noch. Latchkey versucht es erneut.',
  'queue.usersRefused': 'Benutzer lassen sich nicht lesen: {reason}',
  'queue.usersRefusedHint':
    'Administratoren können alle Benutzer lesen. Vielleicht hat etwas vor GitLab geantwortet, oder Ihr Konto ist eingeschränkt. Latchkey versucht es erneut.',
  'queue.wasCancelled': '„{action}“ für {username} wurde abgebrochen.',
  'queue.wasRefused': '„{action}“ für {username} wurde abgelehnt.',
}
