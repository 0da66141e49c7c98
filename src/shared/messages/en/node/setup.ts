export const setup = {
  'setup.aliasTaken': 'Another identity uses this name for SSH.',
  'setup.changedMeanwhile': '{path} was changed meanwhile, so it was left as it is.',
  'setup.checkAgainHint': 'Check again to see how it is now.',
  'setup.fileExists': '{path} exists already. Latchkey never replaces a key.',
  'setup.gitTooOld': 'This takes Git 2.36 or later.',
  'setup.hostTaken':
    'The identity of another account applies to all repositories of this instance. Choose folders or a name for SSH.',
  'setup.keyGone': 'The key {path} is no longer here.',
  'setup.notRead': '{path} could not be read ({code}).',
  'setup.notWritten': '{path} could not be changed ({code}).',
  'setup.passphraseRefused': 'This is not the passphrase of {path}.',
  'setup.planOutdated': 'These changes are outdated. Check again.',
  'setup.programFailed': '{program} failed: {said}',
}
