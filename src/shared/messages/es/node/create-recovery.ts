import type { createRecovery as english } from '../../en/node/create-recovery.ts'

export const createRecovery: Record<keyof typeof english, string> = {
  'createRecovery.answerLost': 'La respuesta se perdió.',
  'createRecovery.createdSecretLost':
    '{what} se creó con el ID {id}, pero su secreto se perdió con la respuesta.',
  'createRecovery.createdSecretMissing':
    '{what} se creó con el ID {id}, pero la respuesta llegó sin su secreto.',
  'createRecovery.deleteRunner':
    'Si está entre los {type, select, group_type {runners del grupo} project_type {runners del proyecto} other {runners de la instancia}} en la web, elimínelo, porque su token se ha perdido. Después, cree otro.',
  'createRecovery.emailAddress': 'La dirección de correo «{email}»',
  'createRecovery.forgotten': 'Latchkey se ha reiniciado y ya no sabe qué debe comprobar.',
  'createRecovery.forgottenHint': 'Compruebe qué existe antes de repetir la creación.',
  'createRecovery.gpgKey': 'La clave GPG',
  'createRecovery.impersonationToken': 'El token de suplantación «{name}»',
  'createRecovery.maybeOlder':
    '{cause} {what} puede haberse creado: existe un elemento similar, pero podría ser anterior.',
  'createRecovery.maybeOneOfMany':
    '{cause} {what} puede haberse creado: desde entonces han aparecido varios elementos similares.',
  'createRecovery.notAppeared': '{cause} {what} no ha aparecido desde entonces.',
  'createRecovery.notAppearedHint':
    'Si el servidor va lento, aún puede aparecer. Vuelva a comprobarlo antes de repetir la creación.',
  'createRecovery.personalAccessToken': 'El token de acceso personal «{name}»',
  'createRecovery.revoke':
    'Revóquelo, porque su secreto no se puede recuperar. Después, cree otro.',
  'createRecovery.revokeOnWeb':
    'Si está en la lista de sus tokens en la web, revóquelo, porque su secreto se ha perdido. Después, cree otro.',
  'createRecovery.revokeOnWebByUser':
    'El usuario puede verlo en esta dirección de la web. Si está ahí, debe revocarlo, porque su secreto se ha perdido.',
  'createRecovery.runner': 'El runner',
  'createRecovery.runnerNamed': 'El runner «{description}»',
  'createRecovery.secretMissing': 'La respuesta llegó sin el secreto.',
  'createRecovery.serviceAccount': 'La cuenta de servicio',
  'createRecovery.serviceAccountNamed': 'La cuenta de servicio «{name}»',
  'createRecovery.sshKey': 'La clave SSH «{title}»',
  'createRecovery.token': 'El token «{name}»',
  'createRecovery.unclearHint':
    'Compruebe qué existe y cuándo se creó antes de repetir la creación.',
  'createRecovery.unlisted':
    '{cause} {what} puede haberse creado. Latchkey aún no puede comprobarlo.',
  'createRecovery.unlistedSecretMissing': '{what} se creó, pero la respuesta llegó sin su secreto.',
  'createRecovery.unread': '{cause} {what} puede haberse creado.',
  'createRecovery.unreadHint':
    'Vuelva a comprobarlo cuando GitLab responda, antes de repetir la creación.',
  'createRecovery.user': 'El usuario «@{username}»',
}
