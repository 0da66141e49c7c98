import type { setup as english } from '../../en/node/setup.ts'

export const setup: Record<keyof typeof english, string> = {
  'setup.aliasTaken': 'Une autre identité utilise déjà cet alias d’hôte SSH.',
  'setup.changedMeanwhile': '{path} a été modifié entre-temps et a donc été laissé tel quel.',
  'setup.checkAgainHint': 'Vérifiez à nouveau pour voir son état actuel.',
  'setup.fileExists': '{path} existe déjà. Latchkey ne remplace jamais une clé.',
  'setup.gitTooOld': 'Nécessite Git 2.36 ou une version ultérieure.',
  'setup.hostTaken':
    'L’identité d’un autre compte s’applique à tous les dépôts de cette instance. Choisissez des dossiers ou un alias d’hôte SSH.',
  'setup.keyGone': 'La clé {path} n’existe plus.',
  'setup.notRead': '{path} n’a pas pu être lu ({code}).',
  'setup.notRegular': '{path} n’est pas un fichier ordinaire et a donc été laissé tel quel.',
  'setup.notWritten': '{path} n’a pas pu être modifié ({code}).',
  'setup.passphraseRefused': 'Ce n’est pas la phrase secrète de {path}.',
  'setup.planOutdated': 'Ces modifications ne sont plus à jour. Vérifiez à nouveau.',
  'setup.programFailed': '{program} a échoué : {said}',
  'setup.tooLarge': '{path} est trop volumineux pour être modifié.',
  'setup.unsafePart':
    '« {value} » ne peut pas être écrit dans {file}. Il contient des caractères qui y ont une signification.',
  'setup.cannotSign': 'Git ne peut pas signer de commits avec ces réglages : {said}',
  'setup.tookTooLong': 'Cela a pris trop de temps.',
  'setup.noTime': 'GitLab n’a pas donné l’heure.',
  'setup.changedSince': 'Modifié depuis.',
  'setup.changedLater':
    'Une modification ultérieure de Latchkey s’y trouve aussi. Annulez-la d’abord.',
  'setup.backupGone': 'La sauvegarde {path} est absente ou a été modifiée.',
  'setup.usedBy': 'Utilisé par {file}.',
  'setup.onAccount': 'Présent dans le compte de @{username}.',
  'setup.accountNotAsked':
    'Latchkey n’a pas pu savoir si elle se trouve dans le compte de @{username}.',
  'setup.signedOut': '@{username} n’est pas connecté.',
}
