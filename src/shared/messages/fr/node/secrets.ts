import type { secrets as english } from '../../en/node/secrets.ts'

export const secrets: Record<keyof typeof english, string> = {
  'secrets.checkItems': 'Vérifiez-y les éléments nommés Latchkey, puis réessayez.',
  'secrets.createDefault':
    'Créez-en un ou ouvrez-en un, par exemple dans « Mots de passe et clés », KWalletManager ou KeePassXC, puis réessayez.',
  'secrets.didNotKeep': 'Le {keychain} n’a pas enregistré l’élément correctement.',
  'secrets.doesNotGive': 'Le {keychain} contient l’élément, mais ne le renvoie pas.',
  'secrets.failed': 'Le {keychain} a échoué : {problem}.',
  'secrets.installLibsecret':
    'Pour conserver les jetons, installez libsecret (libsecret-1-0 sur Debian et Ubuntu, ou libsecret-1-dev avant « npm install »), puis réinstallez Latchkey.',
  'secrets.installService':
    'Pour conserver les jetons, installez et démarrez gnome-keyring ou KWallet.',
  'secrets.keychain':
    '{platform, select, darwin {trousseau macOS} win32 {gestionnaire d’identification Windows} other {trousseau du système}}',
  'secrets.locked': 'Le trousseau du système est verrouillé.',
  'secrets.macosLocked':
    'Le trousseau macOS est verrouillé ou a refusé l’accès à Latchkey : {problem}.',
  'secrets.noDefault': 'Le trousseau du système n’a aucun trousseau par défaut ouvert.',
  'secrets.noLibsecret':
    'Latchkey ne peut pas utiliser le {keychain}, car libsecret est absent. Les jetons ne sont conservés que jusqu’à la fermeture de Latchkey.',
  'secrets.noModule':
    'Latchkey ne peut pas utiliser le {keychain}, car il manque une partie de Latchkey. Les jetons ne sont conservés que jusqu’à la fermeture de Latchkey.',
  'secrets.noService':
    'Aucun trousseau n’a été trouvé sur cet ordinateur. Les jetons ne sont conservés que jusqu’à la fermeture de Latchkey.',
  'secrets.reinstall': 'Pour conserver les jetons, réinstallez Latchkey.',
  'secrets.restart': 'Réessayez. Si cela continue, redémarrez Latchkey.',
  'secrets.silent':
    'Le {keychain} n’a pas répondu en {seconds, plural, one {# seconde} many {# secondes} other {# secondes}}.',
  'secrets.state': '{problem} {remedy}',
  'secrets.unlock':
    'Déverrouillez-le, par exemple dans « Mots de passe et clés » ou KWalletManager, puis réessayez.',
  'secrets.unlockAndAllow':
    'Déverrouillez-le, autorisez Latchkey quand macOS le demande, puis réessayez.',
  'secrets.waitsForYou':
    'Vérifiez s’il attend une réponse de votre part dans une autre fenêtre, puis réessayez.',
}
