import type { Guard } from './guard.ts'

const found = 'src/core/features/accounts/found-tokens/found-tokens.exploit.test.ts'

/** Guards around other programs on this computer and the secrets they store. */
export const programGuards: readonly Guard[] = [
  {
    id: 'program-tree',
    test: 'src/core/platform/run-program.test.ts',
    title: 'is killed together with child processes that hold its outputs',
  },
  {
    id: 'offer-id',
    becomes: 'const chosen = [...this.#offers.values()].at(-1)',
    test: found,
    title: 'names no offer of its own, no former one, and no host',
  },
  { id: 'offer-host', test: found, title: 'is sent to no other host than the one that was listed' },
  {
    id: 'git-repository',
    becomes: "GIT_CEILING_DIRECTORIES: ''",
    test: found,
    title: 'of a repository where Latchkey lies is not run',
  },
  { id: 'git-host', test: found, title: 'that answers for another host gives nothing to this one' },
  { id: 'glab-size', test: found, title: 'by more text than anybody has is not parsed' },
  {
    id: 'use-host',
    becomes: 'if (path === undefined) return true',
    test: 'src/core/features/accounts/found-tokens/token-uses.test.ts',
    title: 'are limited to the host and port of the instance',
  },
  {
    id: 'glab-stdin',
    becomes: "const args = ['auth', 'login', '--hostname', hostName, '--token', secret]",
    test: 'src/core/features/tokens/own-tokens.exploit.test.ts',
    title: 'has no secret of a token that it listed, found, rotated or lost',
  },
  {
    id: 'rotated-once',
    test: 'src/core/features/tokens/rotate-own-token.test.ts',
    title: 'is never sent again for the same token after the app ended in between',
  },
  {
    id: 'latchkeys-token',
    test: 'src/core/features/tokens/own-tokens.test.ts',
    title: 'refuses Latchkey’s own token',
  },
]
