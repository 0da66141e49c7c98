import type { leftovers as english } from '../../en/screens/leftovers.ts'

export const leftovers: Record<keyof typeof english, string> = {
  'leftovers.accountFolder': 'Données d’un compte inconnu',
  'leftovers.accountFolderDelete': 'Supprimer les données du compte',
  'leftovers.accountFolderHint': 'Le compte n’est pas connecté sur cet ordinateur.',
  'leftovers.accountFolderLoss':
    'Elles peuvent contenir des actions en attente et un journal d’audit.',
  'leftovers.auditLog': 'Journal d’audit',
  'leftovers.auditLogDelete': 'Supprimer le journal d’audit',
  'leftovers.auditLogHint': 'Conservé à la déconnexion.',
  'leftovers.damagedFile': 'Fichier endommagé',
  'leftovers.damagedFileDelete': 'Supprimer le fichier endommagé',
  'leftovers.damagedFileHint': 'Mis de côté lorsque Latchkey n’a pas pu le lire.',
  'leftovers.damagedFileLoss': 'Tout ce qui n’en a pas été récupéré est perdu.',
  'leftovers.logs': 'Fichiers journaux',
  'leftovers.logsDelete': 'Supprimer les fichiers journaux',
  'leftovers.logsHint': 'Ne contiennent ni noms, ni URL, ni jetons.',
  'leftovers.notifications': 'Historique des notifications',
  'leftovers.notificationsDelete': 'Supprimer l’historique des notifications',
  'leftovers.notificationsHint': 'Évite que des notifications apparaissent deux fois.',
  'leftovers.viewedUsers': 'Utilisateurs consultés',
  'leftovers.viewedUsersDelete': 'Supprimer les utilisateurs consultés',
  'leftovers.viewedUsersHint':
    'Dernière activité des utilisateurs avant que vous utilisiez « Voir en tant que ».',
  'leftovers.viewedUsersLoss':
    'Des utilisateurs peuvent alors sembler actifs parce que vous avez utilisé « Voir en tant que ».',
}
