export const rotation = {
  'rotation.busy':
    'Latchkey is still waiting for GitLab to answer other requests from this account.',
  'rotation.busyHint': 'The token wasn’t rotated. Try again in a moment.',
  'rotation.lost': 'The access token of @{username} was rotated, but the new one was lost.',
  'rotation.lostHint':
    'The previous token no longer works. Create a new token on the web and enter it here, and revoke the lost one there.',
  'rotation.newToken': 'The new access token',
  'rotation.notRotated': '{cause} The current token still works, so it wasn’t rotated.',
  'rotation.notRotatedHint': 'Rotate it again.',
  'rotation.notStarted':
    'The token wasn’t rotated, because the keychain can’t store the new one right now.',
  'rotation.quitBoth': '{tokens} {actions} {detail}',
  'rotation.quitDetail':
    '{count, plural, one {It is lost when Latchkey quits, and the previous one no longer works.} other {They are lost when Latchkey quits, and the previous ones no longer work.}} You can store {count, plural, one {it} other {them}} under Accounts.',
  'rotation.quitTitle':
    '{count, plural, one {The new access token of an account isn’t stored yet.} other {The new access tokens of # accounts aren’t stored yet.}}',
  'rotation.refused': 'GitLab didn’t accept the new token.',
  'rotation.refusedHint':
    'The previous token still works and was kept. Revoke the new one on the web.',
  'rotation.unavailable': 'This instance doesn’t let this token rotate itself.',
  'rotation.unavailableHint': 'Create a new token on the web, then replace this one.',
  'rotation.uncertain': '{cause} It isn’t known yet whether the token was rotated.',
  'rotation.uncertainHint':
    'Latchkey will check with its next request. If the new token is lost, you’ll need to create one on the web.',
}
