import type { signIn as english } from '../../en/shell/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.about': 'À propos de Latchkey',
  'signIn.admin': 'Je suis administrateur',
  'signIn.adminHint': 'Le lien vers un nouveau jeton demande alors des portées d’administration.',
  'signIn.chooseCertificate': 'Choisir un certificat',
  'signIn.claim': 'Gérez votre compte depuis votre ordinateur.',
  'signIn.createToken': 'Créer un jeton sur {instance}',
  'signIn.demoAsAdmin': 'Essayer la démo en tant qu’administrateur',
  'signIn.demoAsUser': 'Essayer la démo en tant qu’utilisateur',
  'signIn.demoHint':
    'La démo s’exécute sur cet ordinateur avec des utilisateurs inventés et se termine lorsque vous quittez Latchkey.',
  'signIn.demoTitle': 'Pas de compte ?',
  'signIn.done': 'Connecté en tant que {name}.',
  'signIn.doneForSession': 'Connecté en tant que {name} jusqu’à la fermeture de Latchkey.',
  'signIn.findTokens': 'Rechercher un jeton sur cet ordinateur…',
  'signIn.form': 'Se connecter avec un jeton',
  'signIn.lead': 'Utilisez un jeton d’accès personnel.',
  'signIn.promiseAfterUnlock':
    'Votre jeton n’est envoyé qu’à votre instance. Il est conservé jusqu’à la fermeture de Latchkey ou, si vous le déverrouillez, dans le {keychain}.',
  'signIn.promiseFiles': 'Latchkey ne l’écrit jamais dans un fichier ou un journal.',
  'signIn.promiseInstance': 'Votre jeton n’est envoyé qu’à votre instance.',
  'signIn.promiseKeychain':
    'Votre jeton est conservé dans le {keychain} et n’est envoyé qu’à votre instance.',
  'signIn.promiseOthers': 'Rien n’est envoyé à qui que ce soit d’autre.',
  'signIn.promiseSession':
    'Votre jeton n’est envoyé qu’à votre instance et conservé jusqu’à la fermeture de Latchkey.',
  'signIn.submit': 'Se connecter',
  'signIn.token': 'Jeton d’accès',
  'signIn.tokenHint': 'Saisissez une URL pour obtenir un lien vers un nouveau jeton.',
  'signIn.tokenMissing': 'Collez un jeton d’accès.',
  'signIn.tokenMoved': 'C’était un jeton. Il est maintenant dans le champ du jeton.',
  'signIn.tokenTarget': 'Votre jeton n’est envoyé qu’à {url}.',
  'signIn.unencrypted': 'Envoyer mon jeton sans chiffrement',
  'signIn.unencryptedHint': 'N’importe qui sur le réseau pourrait lire le jeton.',
  'signIn.url': 'URL de GitLab',
  'signIn.urlExample': 'gitlab.example.com',
  'signIn.urlHint': 'Indiquez le port ou le sous-dossier s’il y en a un.',
  'signIn.urlMissing': 'Saisissez l’URL de GitLab.',
  'signIn.useGitlabCom': 'Utiliser gitlab.com',
}
