import type { foundTokens as english } from '../../en/screens/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.configLinkLoop': 'C’est un lien qui pointe vers lui-même.',
  'foundTokens.configNoPermission': 'Vous n’êtes pas autorisé à le lire.',
  'foundTokens.configNotAFile': 'Ce n’est pas un fichier ordinaire.',
  'foundTokens.configNotYaml': 'Ce n’est pas une configuration glab valide.',
  'foundTokens.configProblem': 'Impossible de lire {file}.',
  'foundTokens.configTooLarge': 'Il dépasse 64 Kio.',
  'foundTokens.configUnreadable': 'Le disque ou le fichier est peut-être endommagé.',
  'foundTokens.git': 'Git',
  'foundTokens.gitAbsentHint': 'Git n’est pas installé.',
  'foundTokens.gitHint':
    'Les assistants d’identification de Git sont interrogés lorsque vous choisissez cette option.',
  'foundTokens.gitNoUrlHint':
    'Pour interroger les assistants d’identification de Git, fermez cette fenêtre et saisissez d’abord l’URL de GitLab.',
  'foundTokens.glab': 'glab',
  'foundTokens.glabFile': 'Depuis {file}.',
  'foundTokens.glabFileAs': 'Depuis {file}, en tant que @{username}.',
  'foundTokens.lead':
    'Les jetons ne sont pas affichés. Celui que vous choisissez est vérifié par son instance et enregistré comme un jeton collé.',
  'foundTokens.lookAgain': 'Rechercher à nouveau',
  'foundTokens.looked': 'Recherche effectuée dans {places}.',
  'foundTokens.nothing': 'Rien trouvé',
  'foundTokens.offer': '{instance} ({source})',
  'foundTokens.offers': 'Jetons pour se connecter',
  'foundTokens.signInWith': 'Se connecter à {instance} avec {source}',
  'foundTokens.stillInFile':
    'Le jeton est toujours dans {file}. Supprimez-le de ce fichier si aucun autre programme n’en a besoin.',
  'foundTokens.stillInGit':
    'L’assistant d’identification de Git a toujours le jeton. Supprimez-le de cet assistant si Git n’en a pas besoin.',
  'foundTokens.stillInVariable':
    'Le jeton est toujours dans la variable d’environnement {name}. Supprimez-le de cette variable si aucun autre programme n’en a besoin.',
  'foundTokens.title': 'Jetons sur cet ordinateur',
  'foundTokens.unusable': 'Inutilisable',
  'foundTokens.unusableJobToken': 'Un jeton de job CI/CD ne fonctionne que dans son job.',
  'foundTokens.unusableKeychain':
    'Le fichier de glab n’a pas de jeton pour cet hôte. Il est peut-être dans le trousseau, où Latchkey ne lit que ses propres éléments.',
  'foundTokens.unusableMalformed': 'Ce n’est pas un jeton d’accès valide.',
  'foundTokens.unusableOauth':
    'Un jeton OAuth appartient au programme qui l’a obtenu et expire au bout de deux heures. Utilisez un jeton d’accès personnel.',
  'foundTokens.unusableUrl': 'Son URL n’est pas valide.',
  'foundTokens.variable': 'Depuis la variable d’environnement {name}.',
}
