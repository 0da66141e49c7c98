import type { damagedFile as english } from '../../en/screens/damaged-file.ts'

export const damagedFile: Record<keyof typeof english, string> = {
  'damagedFile.dismiss': 'Masquer cet avis',
  'damagedFile.kept':
    'Le fichier endommagé est conservé : {path}. {command} peut peut-être encore le lire.',
  'damagedFile.onboarding':
    'Le fichier de vos exécutions de nouveaux utilisateurs était endommagé quand Latchkey l’a ouvert le {when}.',
  'damagedFile.onboardingHint':
    'La prochaine exécution vérifie d’abord lesquels de ses utilisateurs existent déjà dans GitLab.',
  'damagedFile.queue':
    'Le fichier de la file d’attente et du journal d’audit était endommagé au démarrage de Latchkey le {when}. Une nouvelle file d’attente a été créée.',
  'damagedFile.queueHint':
    'Les actions en attente ne sont plus dans la file. Vérifiez les utilisateurs concernés. Les entrées du journal d’audit encore lisibles, s’il y en a, sont conservées dans un fichier CSV marqué « unverified ».',
  'damagedFile.title': 'Fichier endommagé',
}
