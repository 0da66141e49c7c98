import type { getStarted as english } from '../../en/screens/get-started.ts'

export const getStarted: Record<keyof typeof english, string> = {
  'getStarted.avatar': 'Ajouter un avatar',
  'getStarted.avatarHint': 'Aide les autres à vous reconnaître.',
  'getStarted.chooseAvatar': 'Définir l’avatar',
  'getStarted.done': 'Terminé',
  'getStarted.keys': 'Ajouter une clé SSH',
  'getStarted.keysFound':
    '{count, plural, one {# clé de cet ordinateur n’est pas sur votre compte.} many {# clés de cet ordinateur ne sont pas sur votre compte.} other {# clés de cet ordinateur ne sont pas sur votre compte.}}',
  'getStarted.keysHint':
    'Permet d’utiliser Git par SSH. Latchkey peut en créer une et configurer Git.',
  'getStarted.setUpComputer': 'Configurer cet ordinateur',
  'getStarted.setStatus': 'Définir un statut',
  'getStarted.skip': 'Passer',
  'getStarted.skipAll': 'Tout passer',
  'getStarted.skipStep': 'Passer : {step}',
  'getStarted.status': 'Définir un statut',
  'getStarted.statusHint': 'Choisissez un préréglage ci-dessous ou écrivez le vôtre.',
  'getStarted.title': 'Premiers pas',
  'getStarted.git': 'Configurer Git sur cet ordinateur',
  'getStarted.gitHint': 'Donne à vos commits votre nom et une adresse confirmée.',
}
