/** Prefixes of other services’ secrets. GitLab’s own prefix can be changed, so it isn’t required. */
const foreignPrefixes: readonly [prefix: RegExp, service: string][] = [
  [/^(gh[oprsu]_|github_pat_)/, 'GitHub'],
  [/^(AKIA|ASIA)[A-Z0-9]{16}$/, 'AWS'],
  [/^xox[a-z]-/, 'Slack'],
  [/^npm_/, 'npm'],
  [/^pypi-/, 'PyPI'],
]

/** The service that a token seems to be for, if it isn’t GitLab. */
export function foreignService(token: string): string | undefined {
  return foreignPrefixes.find(([prefix]) => prefix.test(token.trim()))?.[1]
}
