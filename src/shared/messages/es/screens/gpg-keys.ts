import type { gpgKeys as english } from '../../en/screens/gpg-keys.ts'

export const gpgKeys: Record<keyof typeof english, string> = {
  'gpgKeys.created': 'Creación',
  'gpgKeys.deletion':
    'Los commits ya verificados con {name} lo seguirán estando. Los que aún no se han enviado y los nuevos quedarán sin verificar. La clave se conserva en gpg.',
  'gpgKeys.email_confirmed': 'Correo confirmado',
  'gpgKeys.email_none': 'Sin correo',
  'gpgKeys.email_notOnAccount': 'El correo no está en esta cuenta',
  'gpgKeys.email_unconfirmed': 'Correo sin confirmar',
  'gpgKeys.expiry': 'Caducidad',
  'gpgKeys.extendFirst':
    'No hay una copia más reciente en este equipo. Prolongue la clave con {command} y actualice esta pantalla.',
  'gpgKeys.fingerprint': 'Huella digital',
  'gpgKeys.inGpg': 'En gpg',
  'gpgKeys.keyId': 'ID de clave',
  'gpgKeys.noExpiry': 'Sin caducidad',
  'gpgKeys.noSubkeys': 'Ninguna',
  'gpgKeys.noUse': 'Ninguno',
  'gpgKeys.others': 'Claves de otras personas',
  'gpgKeys.othersCount': '{count, number} más en gpg sin clave privada',
  'gpgKeys.othersHint':
    'Probablemente sean claves de otras personas, así que «Importar todas» las omite.',
  'gpgKeys.othersMore': '{count, number} más. Para importar una, expórtela y suéltela aquí.',
  'gpgKeys.renewText':
    'Novedades en este equipo: {changes}. GitLab no puede modificar una clave, así que Latchkey elimina allí {name} y añade esta copia con un ID nuevo. Los commits verificados lo seguirán estando. Si se rechaza la copia, se vuelve a añadir la clave anterior.',
  'gpgKeys.skipExpired': 'Esta clave ha caducado.',
  'gpgKeys.skipOthers': 'Probablemente sea la clave de otra persona.',
  'gpgKeys.skipRevoked': 'Esta clave está revocada.',
  'gpgKeys.subkeys': 'Subclaves',
  'gpgKeys.type': 'GPG',
  'gpgKeys.typeFor': 'GPG, para {uses}',
  'gpgKeys.unchecked':
    'Latchkey no puede verificar firmas de este tipo de clave, así que muestra los ID de usuario sin comprobarlos.',
  'gpgKeys.unnamed': 'Clave GPG {id}',
  'gpgKeys.unverifiedTag': 'Correo sin verificar',
  'gpgKeys.usage': 'Uso',
  'gpgKeys.use_authenticate': 'autenticar',
  'gpgKeys.use_certify': 'certificar',
  'gpgKeys.use_encrypt': 'cifrar',
  'gpgKeys.use_sign': 'firmar',
  'gpgKeys.userIds': 'ID de usuario',
  'gpgKeys.uses': '{uses}',
}
