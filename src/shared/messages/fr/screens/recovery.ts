import type { recovery as english } from '../../en/screens/recovery.ts'

export const recovery: Record<keyof typeof english, string> = {
  'recovery.check': 'Comparez les listes avec les actions que vous avez mises en file d’attente.',
  'recovery.checkPaused': 'La file d’attente est suspendue. Vérifiez les listes, puis reprenez-la.',
  'recovery.damage': 'Le fichier de la file d’attente était endommagé',
  'recovery.damaged': '{damage} au démarrage de Latchkey le {when}.',
  'recovery.dismiss': 'Masquer cet avis',
  'recovery.file': 'Le fichier tel qu’il a été trouvé : {path}',
  'recovery.lost':
    'Certaines entrées n’ont pas pu être lues, et des actions terminées peuvent figurer comme en attente.',
  'recovery.missing':
    '{count, plural, one {# action manque} many {# actions manquent} other {# actions manquent}} dans la file d’attente.',
  'recovery.missingAction': '{action} @{username} (état précédent : {state})',
  'recovery.missingActions': 'Actions manquantes',
  'recovery.missingHint':
    'Une partie du fichier de la file d’attente avait disparu au démarrage de Latchkey le {when}.',
  'recovery.recovered': 'Toutes les entrées lisibles ont été récupérées.',
  'recovery.recoveredRows':
    '{count, plural, one {# entrée de la file d’attente et du journal d’audit récupérée.} many {# entrées de la file d’attente et du journal d’audit récupérées.} other {# entrées de la file d’attente et du journal d’audit récupérées.}}',
  'recovery.title': 'File d’attente récupérée',
}
