import { describe, expect, it } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import { computerFacts } from '../computer-facts.ts'
import type { AccountFacts } from './account-facts.ts'
import { openRepositoryReader } from './repository-reader.ts'

describe('RepositoryReader', () => {
  const environment = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
  const instances = [
    'https://git.example',
    'https://git.example:8443',
    'http://git.example:8080/gitlab',
  ]

  it.each<[string, number[]]>([
    ['https://git.example/g/p.git', [0]],
    ['https://git.example:443/g/p.git', [0]],
    ['https://git@GIT.example:8443/g/p.git', [1]],
    ['http://git.example:8080/gitlab/g/p.git', [2]],
    ['http://git.example:8080/g/p.git', []],
    ['https://git.example:9999/g/p.git', []],
    ['git://git.example/g/p.git', []],
    ['hg::https://git.example/g/p.git', []],
    // SSH has another server on the same host, whose port says nothing about the instance's.
    ['git@git.example:g/p.git', [0, 1, 2]],
    ['ssh://git@git.example:2222/g/p.git', [0, 1, 2]],
    ['ssh://git@git.example:8443/g/p.git', [0, 1, 2]],
  ])('matches a remote with the instances on its host and port: %s', async (url, expected) => {
    const accounts = instances.map(
      (instance, nth) =>
        ({ account: { id: String(nth), instance, username: 'maya' } }) as AccountFacts,
    )
    const reader = await openRepositoryReader({
      facts: computerFacts({
        home: '/nonexistent',
        environment,
        ssh: { environment, localUser: 'maya', configFile: '/dev/null' },
        asksAgents: false,
        now: currentTime,
        findGpgSigningKey: () => Promise.resolve({}),
      }),
      accounts,
    })
    const { remote } = await reader.describe({
      path: '/nonexistent/clone',
      kind: 'clone',
      pushSettings: [{ name: 'remote.origin.url', value: url, line: 1 }],
    })
    expect(remote?.accounts).toEqual(expected.map(String))
  })
})
