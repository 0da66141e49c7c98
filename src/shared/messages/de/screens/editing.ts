import type { editing as english } from '../../en/screens/editing.ts'

export const editing: Record<keyof typeof english, string> = {
  'editing.adminHint': 'Voller Zugriff auf diese Instanz und alle ihre Benutzer.',
  'editing.auditorHint': 'Kann alles ansehen, aber nichts ändern.',
  'editing.avatarFailed': 'Das Profilbild konnte nicht festgelegt werden: {reason}',
  'editing.backToUser': 'Zurück zum Benutzer',
  'editing.becomes': 'wird zu',
  'editing.changeCount': '{count, plural, one {# Änderung} other {# Änderungen}}',
  'editing.changedElsewhere': 'Während Sie bearbeitet haben, von jemand anderem geändert.',
  'editing.changes': 'Änderungen',
  'editing.changesLead': 'Nur diese Änderungen werden an GitLab gesendet.',
  'editing.clipboardHasText': 'Die Zwischenablage enthält Text, kein Bild.',
  'editing.commitEmailHint':
    'Eine der bestätigten Adressen des Benutzers oder _private, um sie nicht preiszugeben.',
  'editing.conflict':
    'Jemand anderes hat ebenfalls geändert: {fields}. Wählen Sie aus, welche Werte Sie behalten, und speichern Sie dann.',
  'editing.createUser': 'Benutzer anlegen',
  'editing.created': 'Benutzer {user} angelegt.',
  'editing.currentIdentities':
    'Aktuelle Identitäten: {identities}. Eine neue UID für denselben Anbieter ersetzt dessen Identität.',
  'editing.directory': 'Benutzer',
  'editing.discordHint': 'Discord-Benutzer-ID: 17 bis 20 Ziffern.',
  'editing.editUser': 'Benutzer bearbeiten',
  'editing.editUserNamed': '{user} bearbeiten',
  'editing.emailConfirmationSent':
    'An {email} wurde ein Bestätigungslink gesendet. Bis er geöffnet wird, kann sich der Benutzer nicht anmelden.',
  'editing.emailCreateHint':
    'An diese Adresse wird ein Bestätigungslink gesendet. Bis er geöffnet wird, kann sich der Benutzer nicht anmelden.',
  'editing.emailEditHint':
    'Die primäre Adresse. Einige GitLab-Versionen akzeptieren nur eine der anderen bestätigten Adressen des Benutzers.',
  'editing.emailPending':
    'Die E-Mail-Adresse bleibt {current}, bis der an {pending} gesendete Bestätigungslink geöffnet wird.',
  'editing.emailPlaceholder': 'nora@example.com',
  'editing.empty': 'Darf nicht leer sein.',
  'editing.externUidHint': 'Die ID des Benutzers beim Anbieter.',
  'editing.externUidPlaceholder': 'uid=nora,ou=people,dc=example,dc=com',
  'editing.externalGroups': 'Externe Benutzer können keine Gruppen erstellen.',
  'editing.externalHint':
    'Sieht nur, wofür Zugriff gewährt wurde. Kann weder Projekte noch Gruppen erstellen, und das Projektlimit wird 0.',
  'editing.externalProjects': 'Für externe Benutzer immer 0.',
  'editing.extraMinutesHint': 'Zusätzlich zu den monatlichen Minuten. Leer oder 0 bedeutet keine.',
  'editing.githubHint': 'GitHub-Benutzername.',
  'editing.giveUpAdmin': 'Administratorzugriff aufgeben?',
  'editing.giveUpAdminConfirm': 'Zugriff aufgeben',
  'editing.giveUpAdminText':
    'Beim Speichern verlieren Sie den Administratorzugriff. Nur ein anderer Administrator kann ihn wiederherstellen.',
  'editing.invalidDiscord': 'Geben Sie eine Discord-Benutzer-ID mit 17 bis 20 Ziffern ein.',
  'editing.invalidEmail': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'editing.invalidId': 'Geben Sie eine numerische ID ein, zum Beispiel 1234.',
  'editing.invalidMinutes': 'Geben Sie eine ganze Zahl ab 0 ein oder lassen Sie das Feld leer.',
  'editing.invalidNumber': 'Geben Sie eine ganze Zahl ab 0 ein.',
  'editing.invalidUrl': 'Geben Sie eine URL ein, zum Beispiel https://example.com.',
  'editing.invalidUsername':
    'Verwenden Sie nur Buchstaben, Ziffern, „_“, „-“ und „.“. Am Anfang darf kein „-“ stehen, am Ende weder „.“ noch „.git“ oder eine Dateiendung wie „.html“.',
  'editing.keptAfterUndo': 'Nicht rückgängig gemacht, weil inzwischen geändert: {fields}.',
  'editing.minutesHint': 'Wenn leer, gilt der Standard der Instanz. 0 bedeutet unbegrenzt.',
  'editing.missingPassword': 'Geben Sie ein Passwort ein oder wählen Sie eine andere Option.',
  'editing.namePlaceholder': 'Nora Quist',
  'editing.newUser': 'Neuer Benutzer',
  'editing.newUserLead':
    'Geben Sie Name, Benutzername und E-Mail-Adresse ein und wählen Sie, wie der Benutzer ein Passwort erhält. Alles andere ist optional.',
  'editing.noChange': 'Keine Änderung',
  'editing.noChanges': 'Noch keine Änderungen.',
  'editing.notSaved': 'Nicht gespeichert: Diese Instanz hat die Angabe ignoriert.',
  'editing.notSavedValue': 'Nicht gespeichert. In GitLab steht weiterhin: {value}',
  'editing.noteHint': 'Nur für Administratoren sichtbar.',
  'editing.nothingToSave': 'Es gibt nichts zu speichern.',
  'editing.nothingUndone': 'Es wurde nichts rückgängig gemacht.',
  'editing.passwordAtLeast': 'Verwenden Sie mindestens 8 Zeichen.',
  'editing.passwordCreateHint':
    'Mindestens 8 Zeichen. Sie müssen es dem Benutzer selbst mitteilen.',
  'editing.passwordEditHint': 'Mindestens 8 Zeichen. Wenn leer, bleibt das aktuelle Passwort.',
  'editing.passwordLeadCreate':
    'Wählen Sie mindestens eine Option aus. Ein Link zum Zurücksetzen oder ein zufälliges Passwort hat Vorrang vor einem eingegebenen Passwort.',
  'editing.passwordLeadOther':
    'Der Benutzer wird per E-Mail benachrichtigt und muss bei der nächsten Anmeldung ein neues Passwort wählen. Bis dahin funktionieren seine Token nicht.',
  'editing.passwordLeadSelf': 'Das ist Ihr eigenes Passwort. Es wird sofort geändert.',
  'editing.passwordNotUsed': 'Wird nicht verwendet, da Sie eine andere Option gewählt haben.',
  'editing.privateProfileHint': 'Andere Benutzer sehen kaum mehr als den Namen.',
  'editing.projectsLimitHint':
    'Wie viele persönliche Projekte der Benutzer haben kann. 0 bedeutet keine.',
  'editing.providerHint': 'Der Name des Anbieters in GitLab. Eine Identität pro Anbieter.',
  'editing.providerNeeded': 'Mit einer externen UID erforderlich.',
  'editing.providerPlaceholder': 'ldapmain',
  'editing.publicEmailHint':
    'Muss eine der bestätigten Adressen des Benutzers sein. Wenn leer, wird keine angezeigt.',
  'editing.randomPasswordHint':
    'Niemand bekommt es zu sehen. Für Benutzer, die sich über einen Identitätsanbieter anmelden.',
  'editing.resetPasswordHint':
    'Sendet dem Benutzer per E-Mail einen Link, um selbst ein Passwort festzulegen.',
  'editing.sameValues': 'Nichts zu speichern: GitLab hat diese Werte bereits.',
  'editing.samlGroupHint': 'Die ID der Gruppe. Nur für den Anbieter group_saml.',
  'editing.save': 'Änderungen speichern',
  'editing.saveAgain': 'Erneut speichern',
  'editing.saved': 'Für {user} gespeichert: {fields}.',
  'editing.savedExcept':
    'Für {user} gespeichert, außer {fields}: Diese Instanz hat {count, plural, one {diese Angabe} other {diese Angaben}} ignoriert.',
  'editing.sectionAccount': 'Konto',
  'editing.sectionAddresses': 'E-Mail-Adressen',
  'editing.sectionAppearance': 'Darstellung',
  'editing.sectionAvatar': 'Profilbild',
  'editing.sectionNeedsAttention': '{section}, erfordert Aufmerksamkeit',
  'editing.sectionNotes': 'Notizen',
  'editing.sectionPassword': 'Passwort',
  'editing.sectionPermissions': 'Rechte und Limits',
  'editing.sectionPermissionsShort': 'Rechte',
  'editing.sectionProfile': 'Profil',
  'editing.sectionProvider': 'Identitätsanbieter',
  'editing.sectionProviderLead': 'Anbieter und UID gehören zusammen.',
  'editing.sectionProviderShort': 'Anbieter',
  'editing.sectionTiered': 'Premium und Ultimate',
  'editing.sectionTieredLead': 'In anderen GitLab-Tarifen werden diese Angaben ignoriert.',
  'editing.sectionTieredShort': 'Premium',
  'editing.sections': 'Abschnitte',
  'editing.setAvatar': 'Profilbild festlegen',
  'editing.skipConfirmationHint':
    'Behandelt die E-Mail-Adresse als bestätigt. Es wird kein Bestätigungslink gesendet.',
  'editing.skipReconfirmationHint':
    'Die neue E-Mail-Adresse gilt sofort. Andernfalls muss zuerst der an sie gesendete Bestätigungslink geöffnet werden.',
  'editing.storedOtherValue': 'GitLab hat einen anderen Wert gespeichert für: {fields}.',
  'editing.uidNeeded': 'Mit einem Anbieter erforderlich.',
  'editing.undone': 'Für {user} rückgängig gemacht.',
  'editing.undoneFields': 'Für {user} rückgängig gemacht: {fields}.',
  'editing.usernameEditHint':
    'Nur Buchstaben, Ziffern, „_“, „-“ und „.“. Ändert auch die URLs des Profils und der Projekte des Benutzers.',
  'editing.usernameHint': 'Nur Buchstaben, Ziffern, „_“, „-“ und „.“.',
  'editing.usernamePlaceholder': 'nora.q',
  'editing.websitePlaceholder': 'https://example.com',
}
