import type { gpgKeys as english } from '../../en/screens/gpg-keys.ts'

export const gpgKeys: Record<keyof typeof english, string> = {
  'gpgKeys.created': 'Création',
  'gpgKeys.deletion':
    'Les commits déjà vérifiés avec {name} restent vérifiés. Les commits pas encore poussés et les nouveaux apparaîtront comme non vérifiés. La clé est conservée dans gpg.',
  'gpgKeys.email_confirmed': 'Adresse e-mail confirmée',
  'gpgKeys.email_none': 'Pas d’adresse e-mail',
  'gpgKeys.email_notOnAccount': 'Adresse e-mail absente de ce compte',
  'gpgKeys.email_unconfirmed': 'Adresse e-mail non confirmée',
  'gpgKeys.expiry': 'Expiration',
  'gpgKeys.extendFirst':
    'Il n’y a pas de copie plus récente sur cet ordinateur. Prolongez la clé avec {command}, puis actualisez cet écran.',
  'gpgKeys.fingerprint': 'Empreinte',
  'gpgKeys.inGpg': 'Dans gpg',
  'gpgKeys.keyId': 'ID de clé',
  'gpgKeys.noExpiry': 'Sans expiration',
  'gpgKeys.noSubkeys': 'Aucune',
  'gpgKeys.noUse': 'Aucun',
  'gpgKeys.others': 'Clés d’autres personnes',
  'gpgKeys.othersCount': '{count, number} de plus dans gpg sans clé privée',
  'gpgKeys.othersHint':
    'Ce sont probablement les clés d’autres personnes ; « Tout importer » les ignore donc.',
  'gpgKeys.othersMore':
    '{count, number} de plus. Pour en importer une, exportez-la et déposez-la ici.',
  'gpgKeys.renewText':
    'Plus récent sur cet ordinateur : {changes}. GitLab ne peut pas modifier une clé. Latchkey y supprime donc {name}, puis ajoute cette copie avec un nouvel ID. Les commits vérifiés le restent. Si la copie est refusée, l’ancienne clé est ajoutée à nouveau.',
  'gpgKeys.skipExpired': 'Cette clé a expiré.',
  'gpgKeys.skipOthers': 'C’est probablement la clé de quelqu’un d’autre.',
  'gpgKeys.skipRevoked': 'Cette clé est révoquée.',
  'gpgKeys.subkeys': 'Sous-clés',
  'gpgKeys.type': 'GPG',
  'gpgKeys.typeFor': 'GPG, pour {uses}',
  'gpgKeys.unchecked':
    'Latchkey ne peut pas vérifier les signatures de ce type de clé : les ID d’utilisateur sont affichés sans contrôle.',
  'gpgKeys.unnamed': 'Clé GPG {id}',
  'gpgKeys.unverifiedTag': 'Adresse e-mail non vérifiée',
  'gpgKeys.usage': 'Usage',
  'gpgKeys.use_authenticate': 's’authentifier',
  'gpgKeys.use_certify': 'certifier',
  'gpgKeys.use_encrypt': 'chiffrer',
  'gpgKeys.use_sign': 'signer',
  'gpgKeys.userIds': 'ID d’utilisateur',
  'gpgKeys.uses': '{uses}',
}
