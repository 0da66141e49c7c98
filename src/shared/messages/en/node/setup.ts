export const setup = {
  'setup.aliasTaken': 'Another identity already uses this SSH host alias.',
  'setup.changedMeanwhile': '{path} was changed in the meantime, so it was left as it is.',
  'setup.checkAgainHint': 'Check again to see its current state.',
  'setup.fileExists': '{path} already exists. Latchkey never replaces a key.',
  'setup.gitTooOld': 'This requires Git 2.36 or later.',
  'setup.hostTaken':
    'The identity of another account applies to all repositories of this instance. Choose folders or an SSH host alias.',
  'setup.keyGone': 'The key {path} no longer exists.',
  'setup.notRead': '{path} couldn’t be read ({code}).',
  'setup.notRegular': '{path} isn’t a regular file, so it was left as it is.',
  'setup.notWritten': '{path} couldn’t be changed ({code}).',
  'setup.passphraseRefused': 'This isn’t the passphrase of {path}.',
  'setup.planOutdated': 'These changes are outdated. Check again.',
  'setup.programFailed': '{program} failed: {said}',
  'setup.tooLarge': '{path} is too large to be changed.',
  'setup.unsafePart':
    '“{value}” can’t be written into {file}. It contains characters that have a meaning there.',
  'setup.cannotSign': 'Git can’t sign commits with these settings: {said}',
  'setup.tookTooLong': 'It took too long.',
  'setup.noTime': 'GitLab didn’t say what time it is.',
}
