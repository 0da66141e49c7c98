import type { onboarding as english } from '../../en/screens/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.administrators':
    '{count, plural, one {# davon wird Administrator.} other {# davon werden Administratoren.}}',
  'onboarding.allRows': 'Alle ({count, number})',
  'onboarding.cancelConfirm': 'Übrige abbrechen',
  'onboarding.cancelText': 'Bereits angelegte Benutzer bleiben erhalten.',
  'onboarding.cancelTitle':
    '{count, plural, one {Den übrigen Benutzer nicht mehr anlegen?} other {Die übrigen # Benutzer nicht mehr anlegen?}}',
  'onboarding.cancelled': 'Die übrigen Benutzer werden nicht angelegt.',
  'onboarding.check': 'Prüfung',
  'onboarding.checkRows': 'Zeilen prüfen',
  'onboarding.chooseFile': 'CSV-Datei auswählen…',
  'onboarding.column': 'Spalte {number, number}',
  'onboarding.columnNamed': 'Spalte „{title}“',
  'onboarding.columns': 'Spalten',
  'onboarding.columnsLead':
    'Wählen Sie aus, was jede Spalte enthält. Benutzername, Name und E-Mail-Adresse sind erforderlich.',
  'onboarding.compared': 'Verglichen mit der Benutzerliste vom {when}.',
  'onboarding.counts': '{created, number} angelegt · {failed, number} fehlgeschlagen',
  'onboarding.create': 'Benutzer anlegen',
  'onboarding.createCount': '{count, plural, one {# Benutzer} other {# Benutzer}} anlegen',
  'onboarding.createLead':
    'GitLab sendet jedem Benutzer per E-Mail einen Link zum Festlegen des Passworts. Zeilen mit Problemen werden übersprungen.',
  'onboarding.directory': 'Benutzer',
  'onboarding.domains': 'Erlaubte E-Mail-Domains',
  'onboarding.domainsHint': 'Optional. Zeilen mit anderen Domains werden gemeldet.',
  'onboarding.domainsPlaceholder': 'example.com, example.org',
  'onboarding.downloadProblems': 'Zeilen mit Problemen herunterladen',
  'onboarding.dropFile': 'Legen Sie die CSV-Datei ab, um sie zu prüfen.',
  'onboarding.fileTooLarge':
    'Die Datei ist größer als {megabytes, number} MiB. Teilen Sie sie auf.',
  'onboarding.fileUnreadable': 'Die Datei konnte nicht gelesen werden.',
  'onboarding.hasHeader': 'Die erste Zeile enthält die Namen der Spalten',
  'onboarding.keepRunning': 'Weiterlaufen lassen',
  'onboarding.lead': 'Viele Benutzer aus einer CSV-Datei oder eingefügten Zeilen anlegen.',
  'onboarding.leaveText': 'Die Zeilen bleiben nicht erhalten.',
  'onboarding.leaveTitle': 'Verlassen, ohne die Benutzer anzulegen?',
  'onboarding.line': 'Zeile {line, number}',
  'onboarding.linksEmailed':
    'Die Benutzer legen ihr Passwort über den Link fest, den GitLab ihnen per E-Mail sendet.',
  'onboarding.notCompared':
    'Die Benutzerliste ist nicht geladen, daher wurden Benutzernamen und E-Mail-Adressen nicht mit denen vorhandener Benutzer verglichen.',
  'onboarding.notImported': 'Nicht importieren',
  'onboarding.notUtf8':
    'Die Datei ist nicht in UTF-8. Speichern Sie sie als „CSV UTF-8“ und wählen Sie sie erneut aus.',
  'onboarding.openDirectory': 'Öffnen Sie die Benutzerliste, um sie zu aktualisieren.',
  'onboarding.pasted': 'Eingefügte Zeilen',
  'onboarding.pastedHint':
    'Trennen Sie die Zellen durch Kommas, Semikolons oder Tabulatoren. Sie können auch eine Datei hier ablegen.',
  'onboarding.pastedPlaceholder': 'username,name,email',
  'onboarding.paused': 'Durchlauf angehalten.',
  'onboarding.problemCount':
    '{count, plural, one {# Zeile hat Probleme.} other {# Zeilen haben Probleme.}}',
  'onboarding.readyCount':
    '{count, plural, one {# Zeile ist bereit.} other {# Zeilen sind bereit.}}',
  'onboarding.remove': 'Durchlauf entfernen',
  'onboarding.removeFile': 'Datei entfernen',
  'onboarding.removeText': 'Ergebnisse und Bericht werden gelöscht. Die Benutzer bleiben erhalten.',
  'onboarding.removeTitle': 'Diesen Durchlauf entfernen?',
  'onboarding.removed': 'Durchlauf entfernt. Seine Benutzer bleiben erhalten.',
  'onboarding.report': 'Bericht herunterladen',
  'onboarding.resumed': 'Durchlauf fortgesetzt.',
  'onboarding.retryFailed': '{count, number} fehlgeschlagene erneut versuchen',
  'onboarding.retrying': 'Wird erneut versucht.',
  'onboarding.rows': 'Neue Benutzer',
  'onboarding.rowsLead':
    'Bis zu {max, number} Zeilen. Es wird nichts gesendet, bevor Sie bestätigen.',
  'onboarding.runTitle': '{count, plural, one {# Benutzer} other {# Benutzer}} anlegen',
  'onboarding.run_cancelled': 'Abgebrochen',
  'onboarding.run_finished': 'Abgeschlossen',
  'onboarding.run_paused': 'Angehalten',
  'onboarding.run_running': 'Läuft',
  'onboarding.runs': 'Durchläufe',
  'onboarding.shownRows': 'Zeilen',
  'onboarding.skipConfirmation': 'E-Mail-Bestätigung überspringen',
  'onboarding.skipConfirmationHint':
    'E-Mail-Adressen gelten als bestätigt, sofern eine Spalte nichts anderes angibt.',
  'onboarding.started': 'Gestartet: {when}.',
  'onboarding.state_cancelled': 'Abgebrochen',
  'onboarding.state_created': 'Angelegt',
  'onboarding.state_failed': 'Fehlgeschlagen',
  'onboarding.state_pending': 'Ausstehend',
  'onboarding.state_sending': 'Wird gesendet',
  'onboarding.state_unknown': 'Wird geprüft',
  'onboarding.withProblems': 'Mit Problemen ({count, number})',
}
