import type { settings as english } from '../../en/screens/settings.ts'

export const settings: Record<keyof typeof english, string> = {
  'settings.about': 'Über Latchkey',
  'settings.administration': 'Administration',
  'settings.administrationLead': 'Wie Aktionen für andere Benutzer gesendet werden.',
  'settings.appImageLinks':
    'Um latchkey://-Links mit einem AppImage zu öffnen, fügen Sie es mit einem Programm wie AppImageLauncher oder Gear Lever zu Ihren Anwendungen hinzu.',
  'settings.background': 'Hintergrund',
  'settings.backgroundInBrowser':
    'Im Browser erscheinen Benachrichtigungen nur, solange diese Seite geöffnet ist, und der Browser fragt erneut, wenn sich der Port ändert. Der Infobereich, der Start bei der Anmeldung und das Öffnen von Dateien und Links erfordern die Desktop-App.',
  'settings.cacheCleared': 'Cache geleert. Daten werden bei Bedarf neu geladen.',
  'settings.clearCache': 'Cache leeren',
  'settings.clearCacheHint': 'Löscht Profilbilder und andere Daten, die neu geladen werden können.',
  'settings.clipboard': 'Zwischenablage',
  'settings.clipboardInApp':
    'Haben Sie inzwischen etwas anderes kopiert, wird nichts gelöscht. Verläufe der Zwischenablage werden gebeten, geheime Werte auszulassen.',
  'settings.clipboardInBrowser':
    'Haben Sie inzwischen etwas anderes kopiert, wird nichts gelöscht. Verläufe der Zwischenablage können geheime Werte behalten, da ein Browser sie nicht kennzeichnen kann.',
  'settings.clipboardSaved': 'Kopierte geheime Werte werden nach {seconds} Sekunden gelöscht.',
  'settings.clipboardSeconds': 'Kopierte geheime Werte löschen nach (Sekunden)',
  'settings.closeToTray': 'Beim Schließen in den Infobereich minimieren',
  'settings.closeToTrayHint':
    'Nach dem Schließen des Fensters bleibt Latchkey im Infobereich und sendet eingereihte Aktionen weiter.',
  'settings.closeToTrayLinux':
    'Wenn Ihr Desktop keinen Infobereich hat, starten Sie Latchkey erneut, um das Fenster wieder zu öffnen.',
  'settings.confirmLeftover': '{action}?',
  'settings.data': 'Daten',
  'settings.dataFolder': 'Ordner',
  'settings.dataLead':
    'Dateien, die Latchkey auf diesem Computer speichert. Sie enthalten keine Zugriffstoken.',
  'settings.density': 'Dichte',
  'settings.densityComfortable': 'Komfortabel',
  'settings.densityComfortableHint': 'Mehr Abstand zwischen Elementen.',
  'settings.densityCompact': 'Kompakt',
  'settings.densityCompactHint': 'Mehr Elemente auf einen Blick.',
  'settings.diagnostics': 'Diagnose',
  'settings.diagnosticsHint':
    'Enthält keine Namen oder Token. Es wird nichts gesendet: Prüfen Sie den Text und kopieren Sie ihn dann.',
  'settings.diagnosticsLead':
    'Für Problemberichte: Versionen, Systemangaben und die letzten Zeilen des Logs.',
  'settings.forget': 'Diesen Computer vergessen',
  'settings.forgetAccountHint':
    'Um ein Konto mit seinem Token zu entfernen, melden Sie sich davon ab.',
  'settings.forgetAccountLink': 'Von einem Konto abmelden',
  'settings.forgetConfirm': 'Alles auf diesem Computer vergessen?',
  'settings.forgetEverything': 'Alles vergessen',
  'settings.forgetEverythingHint':
    '{accounts, plural, one {Meldet Ihr Konto ab} other {Meldet alle # Konten ab}} und löscht alle Daten von Latchkey auf diesem Computer, einschließlich der Audit-Logs.',
  'settings.forgetLoss':
    'Löscht endgültig alle Konten und ihre Token von diesem Computer, ausstehende Aktionen, Audit-Logs (auch die von Ihnen behaltenen), Logs und Einstellungen. Ihre Token bleiben gültig, bis sie ablaufen oder widerrufen werden.',
  'settings.forgotten':
    'Alle Daten von Latchkey auf diesem Computer wurden gelöscht. Ihre Token bleiben gültig, bis sie ablaufen oder widerrufen werden.',
  'settings.fromTo': 'Von {min} bis {max}.',
  'settings.includeUrls': 'GitLab-URLs einschließen',
  'settings.keychainAbsent':
    'Kein Schlüsselbund gefunden. Token bleiben im Arbeitsspeicher, bis Sie Latchkey beenden.',
  'settings.keychainAvailable':
    'Token werden im Schlüsselbund dieses Computers ({keychain}) gespeichert, vom System verschlüsselt, unter dem Dienstnamen „Latchkey“.',
  'settings.keychainChecking': 'Schlüsselbund wird geprüft…',
  'settings.keychainFailed':
    'Der Schlüsselbund antwortet nicht richtig. Token darin können nicht gelesen werden, sind aber nicht verloren.',
  'settings.keychainLead': 'Wo Ihre Zugriffstoken gespeichert werden.',
  'settings.keychainLocked':
    'Der Schlüsselbund ist gesperrt. Token darin können nicht gelesen werden, sind aber nicht verloren.',
  'settings.language': 'Sprache',
  'settings.languageSystem': 'System ({language})',
  'settings.languageUnreviewed':
    'Ungeprüfte Übersetzung: Noch niemand, der diese Sprache spricht, hat sie durchgesehen. Bitte melden Sie falsche oder unklare Texte.',
  'settings.layout': 'Layout',
  'settings.leftoverAction': '{action}: {name}',
  'settings.leftoverDeleted': '{name} gelöscht.',
  'settings.leftoverDetails': '{size}, zuletzt geändert: {moment}.',
  'settings.leftoverLoss': 'Löscht {path} endgültig.',
  'settings.leftoverPath': 'Pfad von {name}',
  'settings.leftovers': 'Nach der Abmeldung behaltene Daten',
  'settings.leftoversLead': 'Diese Dateien bleiben, bis Sie sie löschen.',
  'settings.license': 'Lizenz',
  'settings.lock': 'Sperre',
  'settings.lockAfter': 'Automatisch sperren nach',
  'settings.lockAfterInApp': 'Zeit seit Ihrer letzten Eingabe an diesem Computer.',
  'settings.lockAfterInBrowser': 'Zeit seit Ihrer letzten Eingabe auf dieser Seite.',
  'settings.lockAfterOwnUse':
    'Zählt ab der letzten Benutzung von Latchkey, weil dieser Desktop Eingaben in anderen Programmen nicht meldet.',
  'settings.lockLead':
    'Blendet alles aus, bis Sie entsperren. Angezeigte geheime Werte und nicht gespeicherte Änderungen werden verworfen.',
  'settings.lockMinutes': '{minutes, plural, =0 {Nie} one {# Minute} other {# Minuten}}',
  'settings.lockNow': 'Jetzt sperren',
  'settings.lockWithComputer': 'Mit dem Computer sperren',
  'settings.lockWithComputerHint':
    'Wenn der Bildschirm gesperrt wird oder der Computer in den Ruhezustand wechselt.',
  'settings.lockWithSleep':
    'Wenn der Computer in den Ruhezustand wechselt. Latchkey kann nicht erkennen, wann der Bildschirm dieses Desktops gesperrt wird.',
  'settings.log': 'Log',
  'settings.noLeftovers': 'Keine Dateien',
  'settings.noPackages': 'Keine Ergebnisse',
  'settings.notificationsBlocked':
    'Ihr Browser blockiert Benachrichtigungen von dieser Seite. Erlauben Sie sie in den Website-Einstellungen und laden Sie die Seite neu.',
  'settings.notificationsFail':
    'Das System zeigt keine Benachrichtigungen von Latchkey an. Erlauben Sie sie in den Systemeinstellungen; macOS zeigt keine von unsignierten Apps an.',
  'settings.notificationsHint':
    'Wenn Ihr Status bald gelöscht wird, Schlüssel oder Token ablaufen, Ihre Warteschlange abgearbeitet ist oder ein Konto abgemeldet wird. Latchkey prüft Schlüssel und Token einmal am Tag, was als Aktivität Ihres Kontos zählt.',
  'settings.notificationsUnsupported': 'Dieser Browser unterstützt keine Benachrichtigungen.',
  'settings.parallelRequests': 'Parallele Anfragen',
  'settings.parallelRequestsHint':
    'Für Aktionen für viele Benutzer. Mehr ist schneller, belastet aber die Instanz stärker.',
  'settings.parallelRequestsSaved':
    '{count, plural, one {Aktionen werden nacheinander gesendet.} other {Bis zu # Aktionen werden gleichzeitig gesendet.}}',
  'settings.pauseQueue': 'Warteschlange anhalten, solange gesperrt',
  'settings.pauseQueueHint':
    'Bis Sie entsperren, wird nichts gesendet. Laufende Anfragen werden abgeschlossen.',
  'settings.portableStart':
    'Die portable App ist nicht bei Windows registriert und kann daher weder bei der Anmeldung starten noch latchkey://-Links öffnen. Installieren Sie Latchkey, um beides zu nutzen.',
  'settings.searchPackages': 'Pakete suchen',
  'settings.showDiagnostics': 'Diagnose anzeigen',
  'settings.showLicenses': 'Lizenzen anzeigen',
  'settings.showNotifications': 'Benachrichtigungen anzeigen',
  'settings.startActivities': 'Aktivitäten',
  'settings.startAtSignIn': 'Bei der Anmeldung starten',
  'settings.startAtSignInHint': 'Öffnet Latchkey, wenn Sie sich an diesem Computer anmelden.',
  'settings.startEmails': 'E-Mail-Adressen',
  'settings.startHome': 'Startseite',
  'settings.startKeys': 'Schlüssel',
  'settings.startLast': 'Wo Sie aufgehört haben',
  'settings.startPeople': 'Personen',
  'settings.startProfile': 'Profil',
  'settings.startScreen': 'Startansicht',
  'settings.startScreenHint': 'Erscheint beim Öffnen von Latchkey und nach der Anmeldung.',
  'settings.startStatus': 'Status',
  'settings.theme': 'Design',
  'settings.themeDark': 'Dunkel',
  'settings.themeLight': 'Hell',
  'settings.themeSystem': 'System',
  'settings.thirdPartyLicenses': 'Lizenzen Dritter',
  'settings.title': 'Einstellungen',
  'settings.undoHint':
    'Bis dahin wird nichts gesendet. Löschungen warten mindestens 60 Sekunden. Andere Aktionen, die nicht rückgängig gemacht werden können, fragen nach einer Bestätigung und wirken sofort.',
  'settings.undoSaved': 'Sie haben {seconds} Sekunden, um Aktionen rückgängig zu machen.',
  'settings.undoSeconds': 'Zeit zum Rückgängigmachen (Sekunden)',
  'settings.unlockByClick':
    'Wird mit einem Klick entsperrt. Das verbirgt den Inhalt des Fensters, hält aber niemanden auf, der Ihr Konto auf diesem Computer verwendet; sperren Sie dafür den Computer.',
  'settings.unlockByTouchId': 'Wird mit Touch ID entsperrt.',
  'settings.version': 'Version',
  'settings.wholeNumber': 'muss eine ganze Zahl von {min} bis {max} sein',
}
