import type { validation as english } from '../../en/node/validation.ts'

export const validation: Record<keyof typeof english, string> = {
  'validation.correct': 'Corrigez et réessayez. Rien n’a été envoyé.',
  'validation.empty': 'ne peut pas être vide',
  'validation.failed': '{field} {problem}.',
  'validation.foreignCharacters':
    'contient des caractères qu’un jeton d’accès ne peut pas avoir. Copiez-le à nouveau',
  'validation.identityIncomplete':
    'est aussi obligatoire, car une identité demande un fournisseur et un UID externe',
  'validation.imageTooLarge':
    'est trop volumineux. Choisissez une image de {max, number} Kio au plus',
  'validation.invalid': 'n’est pas valide',
  'validation.missing': 'manque',
  'validation.noBase64': 'n’est pas du Base64 valide',
  'validation.noDate': 'n’est pas une date de la forme 2026-01-31',
  'validation.noDomain': 'n’est pas un domaine tel que example.com',
  'validation.noDueDate': 'est obligatoire, car une étape en dépend',
  'validation.noEdit': 'doit contenir au moins une modification',
  'validation.noEmail': 'n’est pas une adresse e-mail',
  'validation.noHash': 'n’est pas un hachage SHA-256',
  'validation.noId': 'n’est pas un ID',
  'validation.noIds': 'n’est pas une liste d’ID',
  'validation.noName': 'n’est pas un nom',
  'validation.noTimestamp': 'n’est pas une date et une heure de la forme 2026-01-31T12:00:00Z',
  'validation.noWholeNumber': 'doit être un nombre entier de {min, number} à {max, number}',
  'validation.negative': 'doit valoir au moins 0',
  'validation.passwordChoice':
    'est obligatoire, sauf si vous envoyez un lien de réinitialisation ou choisissez un mot de passe aléatoire',
  'validation.tokenTooLong': 'est trop long pour un jeton d’accès',
  'validation.tooLargeCertificate': 'est trop volumineux pour un certificat',
  'validation.stepsAfterDeletion': 'ne peut pas continuer après la suppression du compte',
  'validation.tooLong': 'dépasse {max, number} caractères',
  'validation.tooManyFiles': 'ne doit pas dépasser {max, number}',
  'validation.tooShort': 'doit contenir au moins {min, number} caractères',
  'validation.unknown': 'n’est pas un champ connu',
  'validation.unreadable': 'est illisible',
}
