import type { Guard } from './guard.ts'

const hostile = 'src/core/features/setup/repositories/repositories.exploit.test.ts'

/** Guards around repositories found on this computer. */
export const repositoryGuards: readonly Guard[] = [
  {
    id: 'repository-links',
    becomes: 'const folders = entries',
    test: hostile,
    title: 'cannot lead a search around in links, or out of its folder',
  },
  {
    id: 'repository-owner',
    test: hostile,
    title: 'of another user is shown as such, and none of its settings count',
    needsRoot: true,
  },
  {
    id: 'repository-above',
    becomes: "GIT_CEILING_DIRECTORIES: ''",
    test: hostile,
    title: 'is not the one above it',
  },
  {
    id: 'network-folder',
    test: hostile,
    title: 'cannot name a folder of another computer as its own',
  },
  {
    id: 'signing-key-path',
    test: hostile,
    title: 'cannot name a folder of another computer as its own',
  },
  {
    id: 'own-signer',
    test: hostile,
    title: 'runs no program of its own to sign (openpgp, gpg.program), and says so',
  },
  {
    id: 'signer-name',
    becomes:
      "if (name === undefined) return { ...signer, fingerprints: [], problem: 'key-missing' }",
    test: hostile,
    title: 'has no key so long that no program starts with it',
  },
  { id: 'remote-host', test: hostile, title: 'has no name for ssh that is an option in a URL' },
  { id: 'remote-user', test: hostile, title: 'has no name for ssh that is an option as a user' },
  {
    id: 'host-argument',
    test: hostile,
    title: 'has its host asked about once, as a host, among no more than anybody has',
  },
  {
    id: 'host-count',
    becomes: 'if (known) return known',
    test: hostile,
    title: 'has its host asked about once, as a host, among no more than anybody has',
  },
  {
    id: 'no-lazy-fetch',
    also: [{ id: 'no-transport' }],
    test: hostile,
    title: 'fetches nothing that a partial clone lacks, by a transport',
  },
  {
    id: 'email-in-shell',
    test: hostile,
    title: 'names no email in a command that a shell takes for something else',
  },
  { id: 'demo-folders', becomes: 'return true', test: hostile, title: 'is shown nothing outside' },
  {
    id: 'scan-time',
    becomes: 'const cancel = () => undefined',
    test: 'src/core/features/setup/repositories/find-repositories.test.ts',
    title: 'ends in the middle when it is timed-out',
  },
  {
    id: 'found-repository',
    test: 'src/core/features/setup/repositories/set-right.test.ts',
    title: 'refuse a setting that an included file would win, and name the file',
  },
]
