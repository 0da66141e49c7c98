import type { home as english } from '../../en/shell/home.ts'

export const home: Record<keyof typeof english, string> = {
  'home.addKey': 'Schlüssel hinzufügen',
  'home.allClear': 'Alles in Ordnung',
  'home.allClearAdmin': 'Es stehen keine Aktionen oder Genehmigungen aus.',
  'home.allClearHint':
    'Ihre SSH-Schlüssel, E-Mail-Adressen und Token erfordern keine Aufmerksamkeit.',
  'home.approvals':
    '{count, plural, one {Genehmigung für # Benutzer ausstehend} other {Genehmigung für # Benutzer ausstehend}}',
  'home.approvalsHint': 'Genehmigen Sie die Registrierung oder lehnen Sie sie ab.',
  'home.approvalsUnknown': 'Ausstehende Genehmigungen sind noch nicht bekannt',
  'home.approvalsUnknownHint': 'Laden Sie alle Benutzer, um zu sehen, wer wartet.',
  'home.attention': 'Erfordert Ihre Aufmerksamkeit',
  'home.changeAvatar': 'Profilbild ändern',
  'home.emailUnconfirmed': '{email} ist nicht bestätigt',
  'home.emailUnconfirmedHint':
    'Öffnen Sie den Link in der Bestätigungs-E-Mail. In GitLab können Sie sie erneut senden lassen.',
  'home.failedActions':
    '{count, plural, one {# Aktion fehlgeschlagen} other {# Aktionen fehlgeschlagen}}',
  'home.failedActionsHint': 'Sehen Sie sich den Grund an und versuchen Sie es dann erneut.',
  'home.goodAfternoon': 'Guten Tag, {name}.',
  'home.goodEvening': 'Guten Abend, {name}.',
  'home.goodMorning': 'Guten Morgen, {name}.',
  'home.noSshKey': 'Noch kein SSH-Schlüssel',
  'home.noSshKeyHint': 'Fügen Sie einen hinzu, um Git über SSH zu verwenden.',
  'home.openQueue': 'Warteschlange öffnen',
  'home.openUsers': 'Benutzer öffnen',
  'home.ownTokenExpired': 'Ihr Zugriffstoken ist abgelaufen',
  'home.ownTokenExpiredHint':
    'Abgelaufen am {day}. Erstellen Sie ein neues und ersetzen Sie dieses.',
  'home.ownTokenExpires':
    'Ihr Zugriffstoken läuft {days, plural, =0 {innerhalb eines Tages} one {in # Tag} other {in # Tagen}} ab',
  'home.ownTokenExpiresHint':
    'Läuft am {day} ab. Rotieren oder ersetzen Sie es, um angemeldet zu bleiben.',
  'home.ownTokenUnsaved': 'Ihr neues Zugriffstoken ist noch nicht gespeichert',
  'home.ownTokenUnsavedHint':
    'Es geht verloren, wenn Sie Latchkey beenden. Speichern Sie es im Schlüsselbund.',
  'home.partCounts': 'Zähler',
  'home.partEmails': 'E-Mail-Adressen',
  'home.partSshKeys': 'SSH-Schlüssel',
  'home.partTokens': 'Token',
  'home.partsFailed': 'Ihre {parts} konnten nicht geladen werden. {reason}',
  'home.pausedActions': '{count, plural, one {# Aktion angehalten} other {# Aktionen angehalten}}',
  'home.pausedActionsHint': 'Setzen Sie die Warteschlange fort, um sie zu senden.',
  'home.renew': 'Erneuern',
  'home.review': 'Prüfen',
  'home.reviewActions':
    '{count, plural, one {# Aktion muss geprüft werden} other {# Aktionen müssen geprüft werden}}',
  'home.reviewActionsHint':
    'Ein Benutzer hat sich inzwischen geändert. Entscheiden Sie, ob die Aktion ausgeführt werden soll.',
  'home.reviewPending': '{count, number} ausstehende prüfen',
  'home.showAll': 'Alle {count, number} anzeigen',
  'home.soon': 'Bald',
  'home.sshKeyExpired': 'SSH-Schlüssel {title} ist abgelaufen',
  'home.sshKeyExpiredHint': 'Abgelaufen am {day}. Erneuern oder löschen Sie ihn.',
  'home.sshKeyExpires':
    'SSH-Schlüssel {title} läuft {days, plural, =0 {innerhalb eines Tages} one {in # Tag} other {in # Tagen}} ab',
  'home.sshKeyExpiresHint':
    'Läuft am {day} ab. Erneuern Sie ihn, um den Zugriff nicht zu verlieren.',
  'home.sshKeyWeak': 'SSH-Schlüssel {title} ist schwach',
  'home.tokenExpired': 'Token {name} ist abgelaufen',
  'home.tokenExpiredHint':
    'Abgelaufen am {day}. Erstellen Sie ein neues und entfernen Sie dieses aus der Liste.',
  'home.tokenExpires':
    'Token {name} läuft {days, plural, =0 {innerhalb eines Tages} one {in # Tag} other {in # Tagen}} ab',
  'home.tokenExpiresHint':
    'Läuft am {day} ab. Es kann nicht erneuert werden; erstellen Sie ein neues.',
  'home.urgent': 'Dringend',
  'home.viewEmail': 'E-Mail-Adresse ansehen',
  'home.viewFailed': 'Fehlgeschlagene ansehen',
  'home.viewKey': 'Schlüssel ansehen',
  'home.viewToken': 'Token ansehen',
}
