import type { accounts as english } from '../../en/screens/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.active': 'Aktiv',
  'accounts.administrator': 'Administrator',
  'accounts.auditLogFolder': 'dem Datenordner von Latchkey',
  'accounts.colour': 'Farbe',
  'accounts.colour_blue': 'Blau',
  'accounts.colour_olive': 'Oliv',
  'accounts.colour_orange': 'Orange',
  'accounts.colour_pink': 'Rosa',
  'accounts.colour_red': 'Rot',
  'accounts.colour_slate': 'Schiefer',
  'accounts.colour_teal': 'Petrol',
  'accounts.colour_violet': 'Violett',
  'accounts.deleteDamagedConfirm': 'Löschen und abmelden',
  'accounts.deleteDamagedQuestion': 'Beschädigte Dateien löschen?',
  'accounts.deleteDamagedText':
    'Ihr Inhalt, zum Beispiel das Audit-Log, lässt sich nach der Abmeldung nicht wiederherstellen: {files}',
  'accounts.demo': 'Demo',
  'accounts.drag': 'Zum Verschieben ziehen',
  'accounts.edit': 'Bearbeiten',
  'accounts.editNamed': '{label} bearbeiten',
  'accounts.keepAuditLog': 'Audit-Log behalten',
  'accounts.keepAuditLogHint':
    'Speichert, was Sie als Administrator getan haben, als JSON-Datei in {folder}. Beschädigte Dateien werden auch dorthin verschoben.',
  'accounts.label': 'Bezeichnung',
  'accounts.labelExample': 'Zum Beispiel: Arbeit',
  'accounts.lead':
    'Ziehen Sie ein Konto, um die Reihenfolge zu ändern, oder drücken Sie Alt mit einer Pfeiltaste.',
  'accounts.moveDown': 'Nach unten (Alt ↓)',
  'accounts.moveDownNamed': '{label} nach unten verschieben',
  'accounts.moveUp': 'Nach oben (Alt ↑)',
  'accounts.moveUpNamed': '{label} nach oben verschieben',
  'accounts.moved': '{label} auf Position {position, number} von {count, number} verschoben.',
  'accounts.none': 'Noch keine Konten',
  'accounts.noneLink': 'Mit einem Zugriffstoken anmelden',
  'accounts.readOnlyToken': 'Token nur mit Lesezugriff',
  'accounts.refreshed': '{label} aktualisiert.',
  'accounts.revokeToken': 'Dieses Token auch auf GitLab widerrufen',
  'accounts.revokeTokenHint':
    'Sonst bleibt es auf {instance} gültig, bis es abläuft oder widerrufen wird.',
  'accounts.revokeTokenUses':
    'Diese verwenden dasselbe Token und funktionieren dann nicht mehr: {uses}.',
  'accounts.rotate': 'Token rotieren…',
  'accounts.rotateConfirm': 'Token rotieren',
  'accounts.rotateElsewhere':
    'Das aktuelle Token funktioniert sofort nicht mehr, auch nicht in Skripten und anderen Programmen, die es verwenden.',
  'accounts.rotateNeedsKeychain':
    'Braucht einen Schlüsselbund: GitLab beendet das alte Token sofort, und ein neues, das nur im Arbeitsspeicher liegt, ginge verloren.',
  'accounts.rotateNeedsToken': 'Geben Sie zuerst das Token dieses Kontos ein.',
  'accounts.rotateNoDateHint':
    'GitLab legt meist eine Woche fest, oder kein Datum, wenn die Instanz keines verlangt.',
  'accounts.rotateOffline': 'Die Instanz ist nicht erreichbar.',
  'accounts.rotateText':
    'GitLab gibt Latchkey ein neues Token mit denselben Berechtigungen, das im Schlüsselbund gespeichert wird. Sie müssen nichts kopieren.',
  'accounts.rotateTitle': 'Token von {label} rotieren?',
  'accounts.rotated': 'Token von {label} rotiert. Das neue läuft nicht ab.',
  'accounts.rotatedUntil': 'Token von {label} rotiert. Das neue läuft am {date} ab.',
  'accounts.rotationLost': 'Das Token wurde rotiert, aber das neue ist verloren gegangen.',
  'accounts.rotationLostHint':
    'Das bisherige Token funktioniert nicht mehr. Erstellen Sie ein neues und wählen Sie dann „Token ersetzen“. Widerrufen Sie das verlorene im Web.',
  'accounts.rotationOpen': 'Noch ist nicht bekannt, ob das Token rotiert wurde.',
  'accounts.rotationOpenHint':
    'Latchkey prüft das, sobald die Instanz und der Schlüsselbund erreichbar sind.',
  'accounts.rotationSave': 'Im Schlüsselbund speichern',
  'accounts.rotationSolved': 'Das Token funktioniert und ist gespeichert.',
  'accounts.rotationUnsaved': 'Der Schlüsselbund hat das neue Token nicht gespeichert.',
  'accounts.rotationUnsavedHint':
    'Es funktioniert, bis Sie Latchkey beenden, und geht dann verloren. Das bisherige funktioniert nicht mehr. Entsperren Sie den Schlüsselbund und versuchen Sie es erneut.',
  'accounts.saved': 'Konto gespeichert.',
  'accounts.sessionToken': 'Token nur bis zum Beenden von Latchkey',
  'accounts.signOut': 'Abmelden',
  'accounts.signOutKeepsToken':
    'Das Token bleibt auf {instance} gültig, bis es abläuft oder widerrufen wird.',
  'accounts.signOutQuestion': 'Von {label} abmelden?',
  'accounts.signOutText':
    'Das Konto, seine Daten und sein Token werden von diesem Computer gelöscht. {pending, plural, =0 {} one {# ausstehende Aktion wird abgebrochen.} other {# ausstehende Aktionen werden abgebrochen.}}',
  'accounts.signOutWithoutRevoking': 'Ohne Widerruf abmelden',
  'accounts.signedOut':
    'Von {label} abgemeldet. Latchkey hat das Token auf {instance} nicht widerrufen.',
  'accounts.signedOutRevoked': 'Von {label} abgemeldet. Das Token auf {instance} wurde widerrufen.',
  'accounts.switch': 'Zum Konto wechseln',
  'accounts.tokenExpired': 'Token abgelaufen',
  'accounts.tokenExpires': 'Das Zugriffstoken läuft am {date} um 00:00 UTC ab.',
  'accounts.tokenExpiresIn':
    '{days, plural, =0 {Token läuft innerhalb eines Tages ab} one {Token läuft in # Tag ab} other {Token läuft in # Tagen ab}}',
  'accounts.tokenMissing': 'Token fehlt',
  'accounts.tokenNeverExpires': 'Das Zugriffstoken läuft nicht ab.',
}
