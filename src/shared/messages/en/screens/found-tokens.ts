export const foundTokens = {
  'foundTokens.configLinkLoop': 'It’s a link that points back to itself.',
  'foundTokens.configNoPermission': 'You don’t have permission to read it.',
  'foundTokens.configNotAFile': 'It isn’t a regular file.',
  'foundTokens.configNotYaml': 'It isn’t a valid glab configuration.',
  'foundTokens.configProblem': 'Couldn’t read {file}.',
  'foundTokens.configTooLarge': 'It’s larger than 64 KiB.',
  'foundTokens.configUnreadable': 'The disk or the file may be damaged.',
  'foundTokens.git': 'Git',
  'foundTokens.gitAbsentHint': 'Git isn’t installed.',
  'foundTokens.gitHint': 'Git’s credential helpers are asked when you choose this.',
  'foundTokens.gitNoUrlHint':
    'To ask Git’s credential helpers, close this and enter the GitLab URL first.',
  'foundTokens.glab': 'glab',
  'foundTokens.glabFile': 'From {file}.',
  'foundTokens.glabFileAs': 'From {file}, as @{username}.',
  'foundTokens.lead':
    'Tokens aren’t shown. The one you choose is checked by its instance and stored like one you paste.',
  'foundTokens.lookAgain': 'Look again',
  'foundTokens.looked': 'Looked in {places}.',
  'foundTokens.nothing': 'Nothing found',
  'foundTokens.offer': '{instance} ({source})',
  'foundTokens.offers': 'Tokens to sign in with',
  'foundTokens.signInWith': 'Sign in to {instance} with {source}',
  'foundTokens.stillInFile':
    'The token is still in {file}. Remove it there if no other program needs it.',
  'foundTokens.stillInGit':
    'Git’s credential helper still has the token. Remove it there if Git doesn’t need it.',
  'foundTokens.stillInVariable':
    'The token is still in the environment variable {name}. Remove it there if no other program needs it.',
  'foundTokens.title': 'Tokens on this computer',
  'foundTokens.unusable': 'Can’t be used',
  'foundTokens.unusableJobToken': 'A CI/CD job token works only in its job.',
  'foundTokens.unusableKeychain':
    'glab’s file has no token for this host. It may be in the keychain, where Latchkey reads only its own items.',
  'foundTokens.unusableMalformed': 'It isn’t a valid access token.',
  'foundTokens.unusableOauth':
    'An OAuth token belongs to the program that got it and expires after two hours. Use a personal access token.',
  'foundTokens.unusableUrl': 'Its URL isn’t valid.',
  'foundTokens.variable': 'From the environment variable {name}.',
}
