export const updates = {
  'updates.checkFailed': 'Couldn’t check for updates.',
  'updates.checkFailedHint': 'Check your connection, then try again.',
  'updates.downloadFailed': 'Version {version} couldn’t be downloaded or verified.',
  'updates.downloadFailedHint': 'Nothing was installed. Check your connection, then try again.',
  'updates.notSigned': 'Version {version} isn’t signed by the makers of this app.',
  'updates.notSignedHint':
    'Nothing was downloaded. Try again later, or ask where you got Latchkey.',
}
