import type { validation as english } from '../../en/node/validation.ts'

export const validation: Record<keyof typeof english, string> = {
  'validation.correct': 'Corrigez et réessayez. Rien n’a été envoyé.',
  'validation.empty': 'ne peut pas être vide',
  'validation.failed': '{field} {problem}.',
  'validation.foreignCharacters':
    'contient des caractères qu’un jeton d’accès ne peut pas avoir. Copiez-le à nouveau',
  'validation.identityIncomplete':
    'est aussi nécessaire, car une identité demande un fournisseur et un UID externe',
  'validation.imageTooLarge':
    'est trop volumineux. Choisissez une image de {max, number} Kio au plus',
  'validation.invalid': 'n’est pas valide',
  'validation.missing': 'manque',
  'validation.noBase64': 'n’est pas du Base64 valide',
  'validation.noDate': 'n’est pas une date comme 2026-01-31',
  'validation.noDomain': 'n’est pas un domaine comme example.com',
  'validation.noDueDate': 'est nécessaire, car une étape l’attend',
  'validation.noEdit': 'doit contenir au moins une modification',
  'validation.noEmail': 'n’est pas une adresse e-mail',
  'validation.noHash': 'n’est pas un hachage SHA-256',
  'validation.noId': 'n’est pas un ID',
  'validation.noIds': 'n’est pas une liste d’ID',
  'validation.noName': 'n’est pas un nom',
  'validation.noTimestamp': 'n’est pas une date et une heure comme 2026-01-31T12:00:00Z',
  'validation.noWholeNumber': 'doit être un nombre entier de {min, number} à {max, number}',
  'validation.negative': 'doit être 0 ou plus',
  'validation.passwordChoice':
    'est nécessaire, sauf si vous envoyez un lien de réinitialisation ou choisissez un mot de passe aléatoire',
  'validation.tokenTooLong': 'est trop long pour un jeton d’accès',
  'validation.tooLargeCertificate': 'est trop volumineux pour un certificat',
  'validation.stepsAfterDeletion': 'ne peut pas continuer après la suppression du compte',
  'validation.tooLong': 'est trop long ({max, number} caractères au maximum)',
  'validation.tooManyFiles': 'doit être au plus {max, number}',
  'validation.tooShort': 'est trop court ({min, number} caractères au minimum)',
  'validation.unknown': 'n’est pas un champ connu',
  'validation.unreadable': 'ne peut pas être lu',
}
