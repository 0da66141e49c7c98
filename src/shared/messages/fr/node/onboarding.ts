import type { onboarding as english } from '../../en/node/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.alreadyExisted': 'L’utilisateur existait avant l’envoi de cette ligne.',
  'onboarding.changed':
    '{ready, plural, one {# ligne est prête maintenant} many {# lignes sont prêtes maintenant} other {# lignes sont prêtes maintenant}}, pas {expected, number}.',
  'onboarding.changedHint': 'Vérifiez à nouveau les lignes, puis démarrez.',
  'onboarding.deletedAlready': 'L’utilisateur n’existe plus.',
  'onboarding.emailedLink': 'GitLab a envoyé par e-mail un lien pour définir un mot de passe',
  'onboarding.emailHidden':
    'Impossible de savoir si @{username} a été créé : GitLab ne montre pas l’adresse e-mail.',
  'onboarding.emailHiddenHint': 'Utilisez un jeton avec la portée admin_mode, puis reprenez.',
  'onboarding.gone': 'Cette exécution n’existe plus.',
  'onboarding.goneHint': 'Rechargez la liste des exécutions.',
  'onboarding.ignored': 'Ignoré par GitLab : {fields}',
  'onboarding.inOtherRun': '{field} : figure dans une exécution inachevée',
  'onboarding.invalidEmail': 'L’adresse e-mail n’est pas valide',
  'onboarding.invalidUsername':
    'Le nom d’utilisateur ne peut contenir que des lettres, des chiffres, « _ », « - » et « . », et ne peut ni commencer par « - » ni se terminer par « . », « .git » ou « .atom »',
  'onboarding.missing': '{field} : valeur manquante',
  'onboarding.noRows': 'Il n’y a aucune ligne.',
  'onboarding.noText': 'Ce n’est pas un fichier texte.',
  'onboarding.notANumber': '{field} : nombre entier attendu',
  'onboarding.notEnded': 'L’exécution n’est pas terminée.',
  'onboarding.notEndedHint': 'Annulez-la d’abord.',
  'onboarding.notSaved': 'Impossible d’enregistrer l’exécution sur cet ordinateur.',
  'onboarding.notSavedHint':
    'Vérifiez que le disque n’est pas plein et que le dossier de données est accessible en écriture, puis réessayez.',
  'onboarding.notSentByRun': 'L’exécution n’a pas créé l’utilisateur, qui est conservé.',
  'onboarding.notYesOrNo': '{field} : indiquez yes ou no',
  'onboarding.oneColumn': 'Chaque ligne n’a qu’une cellule.',
  'onboarding.openQuote': 'Un guillemet de la ligne {line, number} n’est pas fermé.',
  'onboarding.otherDomain': 'L’adresse e-mail n’est pas dans un domaine autorisé',
  'onboarding.otherWidth':
    'A {count, plural, one {# cellule} many {# cellules} other {# cellules}} au lieu de {expected, number}',
  'onboarding.repeated': '{field} : figure aussi à la ligne {line, number}',
  'onboarding.reservedExtension':
    'Le nom d’utilisateur ne peut pas finir par l’extension de fichier « .{extension} »',
  'onboarding.reservedUsername': 'Le nom d’utilisateur est réservé par GitLab',
  'onboarding.result_cancelled': 'non créé',
  'onboarding.result_created': 'créé',
  'onboarding.result_failed': 'non créé',
  'onboarding.result_pending': 'en attente',
  'onboarding.result_sending': 'en attente',
  'onboarding.result_unknown': 'inconnu',
  'onboarding.taken': '{field} : déjà utilisé par @{username}',
  'onboarding.takenMeanwhile':
    'Le nom d’utilisateur est déjà utilisé par une personne qui a une autre adresse e-mail',
  'onboarding.textAfterQuote':
    'Il y a du texte après un guillemet fermant à la ligne {line, number}.',
  'onboarding.tooLong': '{field} : plus de {max, number} caractères',
  'onboarding.tooLongCell':
    'Une cellule de la ligne {line, number} a plus de {max, number} caractères.',
  'onboarding.tooManyCells': 'Il y a plus de {max, number} cellules, y compris les vides.',
  'onboarding.tooManyColumns': 'La ligne {line, number} a plus de {max, number} colonnes.',
  'onboarding.tooManyRows': 'Il y a plus de {max, number} lignes.',
  'onboarding.tooManyRowsHint':
    'Divisez le fichier et créez les utilisateurs en plusieurs exécutions.',
  'onboarding.tooMuchHint':
    'Supprimez ce qui n’est pas nécessaire pour les nouveaux utilisateurs, puis réessayez.',
  'onboarding.unreadableHint':
    'Utilisez des lignes avec des virgules, des points-virgules ou des tabulations entre les cellules, comme dans un fichier CSV.',
}
