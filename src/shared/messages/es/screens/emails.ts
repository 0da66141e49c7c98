import type { emails as english } from '../../en/screens/emails.ts'

export const emails: Record<keyof typeof english, string> = {
  'emails.add': 'Añadir dirección',
  'emails.addAgain': 'Volver a añadir',
  'emails.added': 'Se añadió {email}. Abra el enlace del correo de confirmación.',
  'emails.addedConfirmed': 'Se añadió y confirmó {email}.',
  'emails.addedForUser':
    'Se añadió {email}. El usuario debe abrir el enlace del correo de confirmación.',
  'emails.address': 'Dirección de correo',
  'emails.addressHint': 'GitLab envía un enlace de confirmación a esta dirección.',
  'emails.addressHintForUser':
    'GitLab envía un enlace de confirmación a esta dirección. El usuario debe abrirlo.',
  'emails.addressHintSkip': 'No se envía ningún correo. La dirección se confirma de inmediato.',
  'emails.addressInvalid':
    'Introduzca una dirección de correo válida, por ejemplo, name@example.com.',
  'emails.addressKnown': 'Esta dirección ya está en la cuenta.',
  'emails.addressPlaceholder': 'name@example.com',
  'emails.addressRequired': 'Introduzca una dirección de correo.',
  'emails.addresses': 'Direcciones',
  'emails.check': 'Volver a comprobar',
  'emails.checkAddress': 'Volver a comprobar si {email} está confirmada',
  'emails.confirm':
    'Abra el enlace del correo de confirmación y vuelva a comprobarlo. ¿No le ha llegado? Mire en la carpeta de spam o {link}.',
  'emails.confirmForUser':
    'El usuario debe abrir el enlace del correo de confirmación. Para confirmarla en su lugar, elimínela y vuelva a añadirla con «Omitir confirmación».',
  'emails.confirmed': 'Confirmada',
  'emails.confirmedOn': 'Confirmada: {date}',
  'emails.deleteAddress': 'Eliminar {email}',
  'emails.deleteConfirm': 'Eliminar dirección',
  'emails.deleteText':
    'GitLab pasará a enviar los correos a su dirección principal, {primary}. Para deshacerlo, tendrá que volver a añadir y confirmar la dirección.',
  'emails.deleteTextForUser':
    'GitLab pasará a enviar los correos a la dirección principal del usuario, {primary}. Para deshacerlo, habrá que volver a añadir y confirmar la dirección.',
  'emails.deleteTitle': '¿Eliminar {email}?',
  'emails.deleted': 'Se eliminó {email}.',
  'emails.empty': 'No hay otras direcciones',
  'emails.emptyHint': 'Añada una abajo para que los commits hechos con ella cuenten como suyos.',
  'emails.gone': '{email} ya no está en esta cuenta.',
  'emails.isConfirmed': '{email} está confirmada.',
  'emails.isUnconfirmed':
    '{email} aún no está confirmada. Abra el enlace del correo de confirmación.',
  'emails.isUnconfirmedForUser':
    '{email} aún no está confirmada. El usuario debe abrir el enlace del correo de confirmación.',
  'emails.lead': 'Direcciones de correo de su cuenta.',
  'emails.newAddress': 'Nueva dirección',
  'emails.noPrimary':
    'GitLab no indica cuál es la dirección principal, así que aquí no se puede eliminar ninguna.',
  'emails.notConfirmed': 'Sin confirmar',
  'emails.onTheWeb': 'en la web',
  'emails.primary': 'Principal',
  'emails.primaryHint': 'La dirección principal no se puede eliminar. Puede elegir otra {link}.',
  'emails.primaryHintForUser':
    'La dirección principal no se puede eliminar. Edite el usuario para elegir otra.',
  'emails.resendLink': 'reenvíelo en la web',
  'emails.skipConfirmation': 'Omitir confirmación',
  'emails.skipConfirmationHint':
    'Úselo solo si la dirección pertenece al usuario. Quien lea su correo puede hacerse con la cuenta.',
  'emails.title': 'Correos',
  'emails.usedByGit':
    'En este equipo, Git usa {email}, que no es un correo confirmado de su cuenta.',
  'emails.addUsedByGit': 'Añadir {email}',
}
