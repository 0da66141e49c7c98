export const foundTokens = {
  'foundTokens.changed': '{file} has changed since you looked.',
  'foundTokens.gitAbsent': 'Git is no longer installed on this computer.',
  'foundTokens.gitNotAToken': 'Git’s credentials for {host} aren’t a personal access token.',
  'foundTokens.gitNotATokenHint':
    'They’re probably a password or an OAuth token of another program. Create a personal access token and paste it into the form.',
  'foundTokens.gitNothing': 'Git has no credentials for {host}.',
  'foundTokens.gitOtherHost':
    'Git returned credentials for a different host than {host}. Nothing was sent.',
  'foundTokens.gitTimeout': 'Git’s credential helper didn’t answer for {host} in time.',
  'foundTokens.gitTimeoutHint':
    'It may have waited for a password or a click. Paste a token into the form instead.',
  'foundTokens.gone': 'This list of tokens is out of date.',
  'foundTokens.lookAgainHint': 'Look again.',
  'foundTokens.malformed': 'What was found isn’t a valid access token.',
  'foundTokens.pasteHint': 'Paste a token into the form instead.',
}
