import type { foundTokens as english } from '../../en/node/found-tokens.ts'

export const foundTokens: Record<keyof typeof english, string> = {
  'foundTokens.changed': '{file} a changé depuis la recherche.',
  'foundTokens.gitAbsent': 'Git n’est plus installé sur cet ordinateur.',
  'foundTokens.gitNotAToken':
    'Les identifiants de Git pour {host} ne sont pas un jeton d’accès personnel.',
  'foundTokens.gitNotATokenHint':
    'C’est probablement un mot de passe ou un jeton OAuth d’un autre programme. Créez un jeton d’accès personnel et collez-le dans le formulaire.',
  'foundTokens.gitNothing': 'Git n’a pas d’identifiants pour {host}.',
  'foundTokens.gitOtherHost':
    'Git a renvoyé des identifiants pour un autre hôte que {host}. Rien n’a été envoyé.',
  'foundTokens.gitTimeout':
    'L’assistant d’identification de Git n’a pas répondu à temps pour {host}.',
  'foundTokens.gitTimeoutHint':
    'Il attendait peut-être un mot de passe ou un clic. Collez plutôt un jeton dans le formulaire.',
  'foundTokens.gone': 'Cette liste de jetons n’est plus à jour.',
  'foundTokens.lookAgainHint': 'Recherchez à nouveau.',
  'foundTokens.malformed': 'Ce qui a été trouvé n’est pas un jeton d’accès valide.',
  'foundTokens.pasteHint': 'Collez plutôt un jeton dans le formulaire.',
}
