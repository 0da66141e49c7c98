/**
 * Aspects in which Latchkey still differs from the programs, with the reason. Differences in them are counted, but don't
 * fail a run. Must be empty.
 */
export const knownDifferences: Readonly<Record<string, string>> = {
  'ssh-key': 'tokens in IdentityFile are ignored',
  'ssh-key-sure':
    'keys that can’t authenticate count; -i doesn’t replace keys in the configuration',
  'plan-email': 'a linked folder; author.email elsewhere; an instance with http',
  'plan-list': 'a linked folder',
  whoami: 'several accounts are in another order',
  'commit-refused': 'the committer isn’t asked for; an invalid gpg.format is ignored',
  'check-signing': 'an empty signing key, and a primary key that only certifies',
}
