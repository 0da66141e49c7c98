import type { leftovers as english } from '../../en/screens/leftovers.ts'

export const leftovers: Record<keyof typeof english, string> = {
  'leftovers.accountFolder': 'Daten eines unbekannten Kontos',
  'leftovers.accountFolderDelete': 'Kontodaten löschen',
  'leftovers.accountFolderHint': 'Das Konto ist auf diesem Computer nicht angemeldet.',
  'leftovers.accountFolderLoss':
    'Darin können ausstehende Aktionen und ein Audit-Log enthalten sein.',
  'leftovers.auditLog': 'Audit-Log',
  'leftovers.auditLogDelete': 'Audit-Log löschen',
  'leftovers.auditLogHint': 'Bei der Abmeldung behalten.',
  'leftovers.damagedFile': 'Beschädigte Datei',
  'leftovers.damagedFileDelete': 'Beschädigte Datei löschen',
  'leftovers.damagedFileHint': 'Beiseitegelegt, weil Latchkey sie nicht lesen konnte.',
  'leftovers.damagedFileLoss': 'Was daraus nicht wiederhergestellt wurde, geht verloren.',
  'leftovers.logs': 'Logdateien',
  'leftovers.logsDelete': 'Logdateien löschen',
  'leftovers.logsHint': 'Enthalten keine Namen, URLs oder Token.',
  'leftovers.notifications': 'Benachrichtigungsverlauf',
  'leftovers.notificationsDelete': 'Benachrichtigungsverlauf löschen',
  'leftovers.notificationsHint': 'Verhindert, dass Benachrichtigungen doppelt erscheinen.',
  'leftovers.viewedUsers': 'Angesehene Benutzer',
  'leftovers.viewedUsersDelete': 'Angesehene Benutzer löschen',
  'leftovers.viewedUsersHint':
    'Letzte Aktivität von Benutzern, bevor Sie „Ansehen als“ verwendet haben.',
  'leftovers.viewedUsersLoss':
    'Benutzer können dann aktiv erscheinen, nur weil Sie „Ansehen als“ verwendet haben.',
}
