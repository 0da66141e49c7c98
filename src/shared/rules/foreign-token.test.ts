import { expect, it } from 'vitest'
import { foreignService } from './foreign-token.ts'

it.each([
  [' ghp_abc', 'GitHub'],
  ['github_pat_abc', 'GitHub'],
  ['AKIAABCDEFGHIJKLMNOP', 'AWS'],
  ['AKIAABCDEFGHIJKLMNOPQ', undefined],
  ['xoxb-1', 'Slack'],
  ['npm_abc', 'npm'],
  ['pypi-abc', 'PyPI'],
  ['glpat-ghp_abc', undefined],
  ['', undefined],
])('recognizes that %j is for %s', (token, service) => {
  expect(foreignService(token)).toBe(service)
})
