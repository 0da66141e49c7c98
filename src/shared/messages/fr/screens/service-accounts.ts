import type { serviceAccounts as english } from '../../en/screens/service-accounts.ts'

export const serviceAccounts: Record<keyof typeof english, string> = {
  'serviceAccounts.accounts': 'Comptes',
  'serviceAccounts.create': 'Créer un compte de service',
  'serviceAccounts.created': '{name} créé.',
  'serviceAccounts.createdHint': '{name} ({username}) créé. {link} pour créer un jeton.',
  'serviceAccounts.email': 'Adresse e-mail',
  'serviceAccounts.emailHint': 'Utilisée une fois le lien de l’e-mail de confirmation ouvert.',
  'serviceAccounts.emailInvalid':
    'Saisissez une adresse e-mail valide, par exemple name@example.com.',
  'serviceAccounts.emailPlaceholder': 'nightly-export@example.com',
  'serviceAccounts.empty': 'Aucun compte de service',
  'serviceAccounts.emptyHint': 'Créez-en un ci-dessous, puis créez un jeton sur sa page.',
  'serviceAccounts.generated': 'GitLab génère des valeurs pour les champs vides.',
  'serviceAccounts.id': 'ID {id}',
  'serviceAccounts.lead': 'Comptes pour l’automatisation. Nécessite GitLab Premium ou Ultimate.',
  'serviceAccounts.name': 'Nom',
  'serviceAccounts.nameHint': 'Par défaut « Service account user ».',
  'serviceAccounts.namePlaceholder': 'Export nocturne',
  'serviceAccounts.newAccount': 'Nouveau compte de service',
  'serviceAccounts.newest': 'Plus récents d’abord',
  'serviceAccounts.oldest': 'Plus anciens d’abord',
  'serviceAccounts.openCreated': 'Ouvrez-le',
  'serviceAccounts.openNamed': 'Ouvrir {name}, @{username}',
  'serviceAccounts.sort': 'Trier',
  'serviceAccounts.tierHint': 'Les instances sans Premium ou Ultimate renvoient la même erreur.',
  'serviceAccounts.title': 'Comptes de service',
  'serviceAccounts.unavailable': 'Les comptes de service ne sont pas disponibles',
  'serviceAccounts.unavailableHint':
    'Ils nécessitent GitLab Premium ou Ultimate et le jeton d’un administrateur. Réponse de GitLab : {answer}',
  'serviceAccounts.unconfirmedEmail': '{email} (non confirmée)',
  'serviceAccounts.username': 'Nom d’utilisateur A–Z',
  'serviceAccounts.usernameDescending': 'Nom d’utilisateur Z–A',
  'serviceAccounts.usernameField': 'Nom d’utilisateur',
  'serviceAccounts.usernameInvalid':
    'Utilisez uniquement des lettres, des chiffres, « _ », « . » et « - », et ne commencez pas par « - ».',
  'serviceAccounts.usernamePlaceholder': 'nightly-export',
}
