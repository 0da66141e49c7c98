export const keys = {
  'keys.accountKey': 'Key on the account',
  'keys.alreadyChanging': 'This key is already being changed.',
  'keys.anotherKeyAdded': 'GitLab returned a different key than the one that was added.',
  'keys.backupHint':
    'A copy of the key is kept here. Check the list, and add the key again if it is missing.',
  'keys.changeTitle': 'Change the title.',
  'keys.checkListFirst': 'Check the list of keys before you try again.',
  'keys.chooseAgain': 'Choose the public key again.',
  'keys.chooseLaterDate': 'Choose a later date, or no expiry.',
  'keys.deleteAndImport':
    'Nothing was changed. If you have the key, delete it and import it again.',
  'keys.deleteThereFirst':
    'A key can be on one account only. Delete it there first, or create a new one.',
  'keys.differentKeys': 'The key on this computer and the key on the account are different keys.',
  'keys.emailNotOnAccount':
    'None of the key’s emails are on this account, so signatures with it stay unverified.',
  'keys.emailUnconfirmed':
    '{email} is not confirmed on this account yet, so signatures with this key stay unverified.',
  'keys.expiryPassed': 'The expiry date is in the past.',
  'keys.expiryPassedField': 'is in the past',
  'keys.gpgElsewhere':
    '{isSender, select, true {Your own account has this key.} other {Another account that is signed in here has this key.}}',
  'keys.gpgFailed': 'gpg couldn’t list its keys.',
  'keys.gpgFailedBecause': 'gpg couldn’t list its keys: {reason}.',
  'keys.gpgFailedHint': 'Try again, or choose a file with your public key.',
  'keys.gpgMissing': 'gpg is not installed on this computer.',
  'keys.gpgOfSomeoneElse': 'Another account, which isn’t signed in here, has this key.',
  'keys.gpgOnAccount':
    '{isOwn, select, true {This key is already on this account.} other {This key is already on their account.}}',
  'keys.gpgOnAccountHint':
    '{isOwn, select, true {If the copy here is newer, renew the key.} other {If the copy here is newer, delete theirs and add this one.}}',
  'keys.gpgTimeout': 'gpg did not respond in time.',
  'keys.gpgTooMany': 'gpg has too many keys to list at once.',
  'keys.installGpg': 'Install GnuPG, or choose a file with your public key.',
  'keys.localKey': 'Key on this computer',
  'keys.notExported': 'gpg did not export the public key {fingerprint}.',
  'keys.notFoundHere': 'This key is not among the keys found on this computer.',
  'keys.notOnePublicKey': 'Must contain exactly one public key. Nothing was sent.',
  'keys.nothingToDo': 'You don’t need to do anything.',
  'keys.onAnotherAccount':
    'Another account has this key. Not all accounts signed in here could be checked.',
  'keys.partExpires': 'expires {date, date, medium}',
  'keys.partName': 'new name {name}',
  'keys.partNameRevoked': 'name {name} revoked',
  'keys.partNoExpiry': 'no expiry',
  'keys.partRevoked': 'key revoked',
  'keys.partSubkey': 'new subkey {keyId}',
  'keys.partSubkeyExpiry': 'subkey {keyId}: {expiry}',
  'keys.partSubkeyFor': 'new subkey {keyId} to {uses}',
  'keys.partSubkeyRevoked': 'subkey {keyId} revoked',
  'keys.reloadAndRetry': 'Nothing was sent. Reload the keys and try again.',
  'keys.reloadOrImport': 'Nothing was changed. Reload the keys, or import this one as a new key.',
  'keys.removeThere': 'A key can be on one account only. Remove it there, or create a new one.',
  'keys.scanAgain': 'Reload the keys, or choose the file again.',
  'keys.secretTitle': 'The title looks like a private key. Nothing was sent.',
  'keys.secretTitleField': 'looks like a private key',
  'keys.sshElsewhere':
    '{isSender, select, true {Your own account has this key as “{title}”.} other {Another account that is signed in here has this key as “{title}”.}}',
  'keys.sshOfSomeoneElse':
    'Another account, which isn’t signed in here, has this key, or it is a deploy key.',
  'keys.sshOnAccount':
    '{isOwn, select, true {This key is already on this account as “{title}”.} other {This key is already on their account as “{title}”.}}',
  'keys.systemAgent': 'SSH agent',
  'keys.unexpected': 'Something went wrong in Latchkey.',
  'keys.unreadableGpgKey':
    'GitLab’s copy of this key can’t be read, so it couldn’t be added again.',
  'keys.unreadableSshKey':
    'GitLab’s copy of the key “{title}” can’t be read, so it couldn’t be added again.',
  'keys.waitForChange': 'Wait until that is done, then reload the keys.',
  'keys.weakDsa': 'DSA is no longer secure, and OpenSSH no longer supports it. Create a new key.',
  'keys.weakRsa': 'RSA keys of {bits} bits can be broken. Use at least 2048 bits.',
}
