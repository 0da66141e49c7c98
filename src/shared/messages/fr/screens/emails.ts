import type { emails as english } from '../../en/screens/emails.ts'

export const emails: Record<keyof typeof english, string> = {
  'emails.add': 'Ajouter l’adresse',
  'emails.addAgain': 'Ajouter à nouveau',
  'emails.added': '{email} ajoutée. Ouvrez le lien de l’e-mail de confirmation.',
  'emails.addedConfirmed': '{email} ajoutée et confirmée.',
  'emails.addedForUser':
    '{email} ajoutée. L’utilisateur doit ouvrir le lien de l’e-mail de confirmation.',
  'emails.address': 'Adresse e-mail',
  'emails.addressHint': 'GitLab envoie un lien de confirmation à cette adresse.',
  'emails.addressHintForUser':
    'GitLab envoie un lien de confirmation à cette adresse. L’utilisateur doit l’ouvrir.',
  'emails.addressHintSkip': 'Aucun e-mail n’est envoyé. L’adresse est confirmée immédiatement.',
  'emails.addressInvalid': 'Saisissez une adresse e-mail valide, par exemple name@example.com.',
  'emails.addressKnown': 'Cette adresse est déjà sur le compte.',
  'emails.addressPlaceholder': 'name@example.com',
  'emails.addressRequired': 'Saisissez une adresse e-mail.',
  'emails.addresses': 'Adresses',
  'emails.check': 'Vérifier à nouveau',
  'emails.checkAddress': 'Vérifier à nouveau si {email} est confirmée',
  'emails.confirm':
    'Ouvrez le lien de l’e-mail de confirmation, puis vérifiez à nouveau. Pas d’e-mail ? Regardez dans vos courriers indésirables ou {link}.',
  'emails.confirmForUser':
    'L’utilisateur doit ouvrir le lien de l’e-mail de confirmation. Pour la confirmer à sa place, supprimez-la et ajoutez-la à nouveau avec « Ne pas demander de confirmation ».',
  'emails.confirmed': 'Confirmée',
  'emails.confirmedOn': 'Confirmée le {date}',
  'emails.deleteAddress': 'Supprimer {email}',
  'emails.deleteConfirm': 'Supprimer l’adresse',
  'emails.deleteText':
    'GitLab enverra ses e-mails à votre adresse principale, {primary}. Pour revenir en arrière, il faudra ajouter et confirmer l’adresse à nouveau.',
  'emails.deleteTextForUser':
    'GitLab enverra ses e-mails à l’adresse principale de l’utilisateur, {primary}. Pour revenir en arrière, il faudra ajouter et confirmer l’adresse à nouveau.',
  'emails.deleteTitle': 'Supprimer {email} ?',
  'emails.deleted': '{email} supprimée.',
  'emails.empty': 'Aucune autre adresse',
  'emails.emptyHint':
    'Ajoutez-en une ci-dessous pour que les commits faits avec elle vous soient attribués.',
  'emails.gone': '{email} n’est plus sur ce compte.',
  'emails.isConfirmed': '{email} est confirmée.',
  'emails.isUnconfirmed':
    '{email} n’est pas encore confirmée. Ouvrez le lien de l’e-mail de confirmation.',
  'emails.isUnconfirmedForUser':
    '{email} n’est pas encore confirmée. L’utilisateur doit ouvrir le lien de l’e-mail de confirmation.',
  'emails.lead': 'Les adresses e-mail de votre compte.',
  'emails.newAddress': 'Nouvelle adresse',
  'emails.noPrimary':
    'GitLab n’indique pas quelle adresse est principale ; aucune ne peut donc être supprimée ici.',
  'emails.notConfirmed': 'Non confirmée',
  'emails.onTheWeb': 'sur le web',
  'emails.primary': 'Principale',
  'emails.primaryHint':
    'L’adresse principale ne peut pas être supprimée. Vous pouvez en choisir une autre {link}.',
  'emails.primaryHintForUser':
    'L’adresse principale ne peut pas être supprimée. Modifiez l’utilisateur pour en choisir une autre.',
  'emails.resendLink': 'renvoyez-le depuis le web',
  'emails.skipConfirmation': 'Ne pas demander de confirmation',
  'emails.skipConfirmationHint':
    'À n’utiliser que si l’adresse appartient à l’utilisateur. Quiconque lit ses e-mails peut prendre le contrôle du compte.',
  'emails.title': 'Adresses e-mail',
  'emails.usedByGit':
    'Sur cet ordinateur, Git utilise {email}, qui n’est pas une adresse confirmée de votre compte.',
  'emails.addUsedByGit': 'Ajouter {email}',
}
