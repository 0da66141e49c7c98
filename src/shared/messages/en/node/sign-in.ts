export const signIn = {
  'signIn.accountGone': 'This account is no longer signed in.',
  'signIn.accountGoneHint': 'Choose another account or sign in again.',
  'signIn.dataLeft':
    '@{username} is signed out, but some of their data couldn’t be removed from this computer.',
  'signIn.dataLeftHint':
    'Check for free disk space. “Forget everything” in Settings → Data removes the rest.',
  'signIn.insecure':
    'The connection to {host} isn’t encrypted. Anyone on the network could read the token.',
  'signIn.insecureField': 'is not encrypted',
  'signIn.insecureHint': 'Use https, or confirm that you want to send the token unencrypted.',
  'signIn.narrowerToken': 'This token has fewer scopes than the current token of @{username}.',
  'signIn.narrowerTokenHint':
    'It lacks the {count, plural, one {scope} other {scopes}} {scopes}.{readOnly, select, true { It can only read.} other {}}',
  'signIn.noService': 'There’s no GitLab API at this URL.',
  'signIn.noServiceHint': 'Check the URL. A subfolder may be missing or extra.',
  'signIn.noToken': 'This computer no longer has a token for @{username} on {host}.',
  'signIn.noTokenHint': 'Enter it again, or create a new one.',
  'signIn.notRevoked': '{cause} The token still works, so it wasn’t revoked.',
  'signIn.otherAccount': 'This token belongs to @{owner}, not to @{username}.',
  'signIn.otherAccountField': 'belongs to @{owner}',
  'signIn.otherAccountHint': 'Paste a token of @{username}, or add @{owner} as another account.',
  'signIn.revocationUnknown': '{cause} It’s not known whether the token was revoked.',
  'signIn.revokeByHand':
    'Sign out without revoking it, and revoke it on GitLab’s page for personal access tokens.',
  'signIn.revokeOnWeb':
    'Try again, or sign out and revoke it on GitLab’s page for personal access tokens.',
  'signIn.revokeUnavailable': 'This instance doesn’t let Latchkey revoke its token.',
  'signIn.tokenLeft': '@{username} is signed out, but the keychain didn’t delete the token.',
  'signIn.tokenLeftHint':
    'Unlock the keychain and delete what it has from Latchkey there: {items}.',
}
