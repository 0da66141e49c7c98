import type { serviceAccounts as english } from '../../en/screens/service-accounts.ts'

export const serviceAccounts: Record<keyof typeof english, string> = {
  'serviceAccounts.accounts': 'Cuentas',
  'serviceAccounts.create': 'Crear cuenta de servicio',
  'serviceAccounts.created': 'Se creó {name}.',
  'serviceAccounts.createdHint': 'Se creó {name} ({username}). {link} para crear un token.',
  'serviceAccounts.email': 'Correo',
  'serviceAccounts.emailHint': 'Se usará cuando se abra el enlace del correo de confirmación.',
  'serviceAccounts.emailInvalid':
    'Introduzca una dirección de correo válida, por ejemplo, name@example.com.',
  'serviceAccounts.emailPlaceholder': 'nightly-export@example.com',
  'serviceAccounts.empty': 'No hay cuentas de servicio',
  'serviceAccounts.emptyHint': 'Cree una abajo y, después, un token en su página.',
  'serviceAccounts.generated': 'GitLab genera los valores de los campos vacíos.',
  'serviceAccounts.id': 'ID {id}',
  'serviceAccounts.lead': 'Cuentas para automatización. Requieren GitLab Premium o Ultimate.',
  'serviceAccounts.name': 'Nombre',
  'serviceAccounts.nameHint': 'De forma predeterminada, «Service account user».',
  'serviceAccounts.namePlaceholder': 'Exportación nocturna',
  'serviceAccounts.newAccount': 'Nueva cuenta de servicio',
  'serviceAccounts.newest': 'Más recientes primero',
  'serviceAccounts.oldest': 'Más antiguas primero',
  'serviceAccounts.openCreated': 'Abra la cuenta',
  'serviceAccounts.openNamed': 'Abrir {name}, @{username}',
  'serviceAccounts.sort': 'Ordenar',
  'serviceAccounts.tierHint': 'Las instancias sin Premium o Ultimate devuelven el mismo error.',
  'serviceAccounts.title': 'Cuentas de servicio',
  'serviceAccounts.unavailable': 'Las cuentas de servicio no están disponibles',
  'serviceAccounts.unavailableHint':
    'Requieren GitLab Premium o Ultimate y el token de un administrador. Respuesta de GitLab: {answer}',
  'serviceAccounts.unconfirmedEmail': '{email} (sin confirmar)',
  'serviceAccounts.username': 'Nombre de usuario A–Z',
  'serviceAccounts.usernameDescending': 'Nombre de usuario Z–A',
  'serviceAccounts.usernameField': 'Nombre de usuario',
  'serviceAccounts.usernameInvalid':
    'Use solo letras, dígitos, «_», «.» y «-», y no empiece por «-».',
  'serviceAccounts.usernamePlaceholder': 'nightly-export',
}
