import type { Guard } from './guard.ts'

const found = 'src/core/features/accounts/found-tokens/found-tokens.exploit.test.ts'

/** Guards for running other programs on this computer and for the secrets they store. */
export const programGuards: readonly Guard[] = [
  {
    id: 'program-tree',
    test: 'src/core/platform/run-program.test.ts',
    title: 'is killed along with child processes that hold its output open',
  },
  {
    id: 'offer-id',
    replacement: 'const chosen = [...this.#offers.values()].at(-1)',
    test: found,
    title: 'cannot use a made-up offer, an expired one, or another host',
  },
  { id: 'offer-host', test: found, title: "can't send the token to another host" },
  {
    id: 'git-repository',
    replacement: "GIT_CEILING_DIRECTORIES: ''",
    test: found,
    title: "isn't run if it is only configured in a repository that contains the data folder",
  },
  { id: 'git-host', test: found, title: 'cannot answer the query with another host’s credentials' },
  { id: 'glab-size', test: found, title: 'is not parsed if it is too large' },
  {
    id: 'use-host',
    replacement: 'if (path === undefined) return true',
    test: 'src/core/features/accounts/found-tokens/token-uses.test.ts',
    title: "finds only secrets for the instance's host and port",
  },
  {
    id: 'glab-stdin',
    replacement: "const args = ['auth', 'login', '--hostname', hostName, '--token', secret]",
    test: 'src/core/features/tokens/own-tokens.exploit.test.ts',
    title: "doesn't contain secrets of tokens that it listed, found, rotated or lost",
  },
  {
    id: 'rotated-once',
    test: 'src/core/features/tokens/rotate-own-token.test.ts',
    title: 'never sends the same token again if the app has quit since',
  },
  {
    id: 'latchkeys-token',
    test: 'src/core/features/tokens/own-tokens.test.ts',
    title: 'rejects Latchkey’s own token',
  },
]
