export const setup = {
  'setup.changedMeanwhile': '{path} was changed meanwhile, so it was left as it is.',
  'setup.checkAgainHint': 'Check again to see how it is now.',
  'setup.fileExists': '{path} exists already. Latchkey never replaces a key.',
  'setup.notWritten': '{path} could not be changed ({code}).',
  'setup.passphraseRefused': 'This is not the passphrase of {path}.',
  'setup.planOutdated': 'These changes are outdated. Check again.',
  'setup.programFailed': '{program} failed: {said}',
}
