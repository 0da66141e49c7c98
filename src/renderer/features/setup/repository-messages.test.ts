import '../../testing/messages.ts'
import { describe, expect, it } from 'vitest'
import type { Repository, RepositoryIdentity } from '../../../shared/operations/repositories.ts'
import { verificationProblems } from '../../../shared/rules/repositories.ts'
import {
  accountOf,
  describeLimits,
  describeOrigin,
  describeProblems,
  hasIdentity,
  parentFolder,
} from './repository-messages.ts'

const remote = { name: 'origin', url: 'git@git.example:a/b.git', host: 'git.example' }
const repository: Repository = {
  path: '~/work/b',
  kind: 'clone',
  remote: { ...remote, accounts: ['1', '2'] },
}
const identity = (others: Partial<RepositoryIdentity>): RepositoryIdentity => ({
  path: repository.path,
  signs: true,
  verdict: 'not-verified',
  problems: [],
  ...others,
})
const usernameOf = (account: string) => (account === '1' ? 'ada' : undefined)
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')
const reasons = (others: Partial<RepositoryIdentity>, of = repository) =>
  describeProblems(of, identity(others), usernameOf).map(plain)

describe('describeProblems', () => {
  it('includes the account and the email', () => {
    const email = { value: 'ada@home.example' }
    const problems = ['email-not-on-account', 'unsigned'] as const
    expect(reasons({ email, account: '1', problems: [...problems] })).toEqual([
      'ada@home.example isn’t on @ada.',
      'Commits aren’t signed.',
    ])
    expect(reasons({ email, problems: ['email-not-on-account'] })).toEqual([
      'ada@home.example isn’t on your accounts.',
    ])
  })

  it('distinguishes a missing key from one that isn’t set', () => {
    const signingKey = { value: '~/.ssh/id', format: 'ssh' } as const
    expect(reasons({ problems: ['key-missing'] })).toEqual([
      'Commit signing is on, but no key is set.',
    ])
    expect(reasons({ signingKey, problems: ['key-missing'] })).toEqual([
      'The private key for signing isn’t on this computer.',
    ])
  })

  it('shows a host without a signed-in account and handles a missing remote host', () => {
    const { remote: _, ...local } = repository
    expect(reasons({ problems: ['no-account'] })).toEqual([
      'No account on git.example is signed in here.',
    ])
    const remote = { ...repository.remote!, url: 'http://git.example:8080/group/a.git' }
    expect(reasons({ problems: ['no-account'] }, { ...repository, remote })).toEqual([
      'No account on git.example:8080 is signed in here.',
    ])
    const ssh = { ...remote, url: 'ssh://git@git.example:2222/group/a.git' }
    expect(reasons({ problems: ['no-account'] }, { ...repository, remote: ssh })).toEqual([
      'No account on git.example is signed in here.',
    ])
    expect(reasons({ problems: ['no-account'] }, local)).toEqual([
      'Can’t check Verified: no GitLab remote.',
    ])
  })

  it('only reports why a repository is unreadable', () => {
    expect(reasons({ problem: 'timed-out', problems: ['unsigned'] })).toEqual([
      'Git took too long here.',
    ])
    expect(reasons({}, { ...repository, problem: 'other-owner' })).toEqual([
      'Owned by another user of this computer, so Latchkey doesn’t read it.',
    ])
  })

  it('has a message for each problem', () => {
    const problems = Object.keys(verificationProblems) as RepositoryIdentity['problems']
    const texts = reasons({ problems, refused: { setting: 'push.default', said: 'malformed' } })
    expect(new Set(texts).size).toBe(problems.length)
  })
})

it('determines whether an account’s identity is set', () => {
  expect(hasIdentity(undefined)).toBe(false)
  expect(hasIdentity(identity({ account: '1' }))).toBe(false)
  expect(hasIdentity(identity({ verdict: 'unknown' }))).toBe(false)
  expect(hasIdentity(identity({ account: '1', verdict: 'unknown' }))).toBe(true)
  expect(hasIdentity(identity({ account: '1', verdict: 'verified' }))).toBe(true)
})

it('returns a repository’s account unless it is ambiguous', () => {
  expect(accountOf(repository, undefined)).toBeUndefined()
  expect(accountOf(repository, identity({ account: '2' }))).toBe('2')
  const single = { ...repository, remote: { ...remote, accounts: ['1'] } }
  expect(accountOf(single, undefined)).toBe('1')
  expect(accountOf({ path: '~/a', kind: 'bare' }, undefined)).toBeUndefined()
})

it.each([
  ['~/work/b', '~/work'],
  ['~/b', '~'],
  ['/b', '/'],
  ['/srv/git/b', '/srv/git'],
  ['C:\\b', 'C:\\'],
  ['D:\\work\\b', 'D:\\work'],
])('returns the parent of %s: %s', (path, folder) => {
  expect(parentFolder(path)).toBe(folder)
})

it('includes a value’s file and line, if known', () => {
  expect(describeOrigin({ file: '~/.gitconfig', line: 7 })).toBe('~/.gitconfig:7')
  expect(describeOrigin({ file: '~/.ssh/config' })).toBe('~/.ssh/config')
  expect(describeOrigin({})).toBe('Not set in a file')
})

it('explains why a scan may be incomplete', () => {
  const problems = [{ folder: '~/gone', problem: 'missing' as const }]
  const texts = describeLimits({ repositories: [], limits: ['too-many', 'canceled'], problems })
  expect(texts.map(plain)).toEqual([
    'Stopped after 200,000 folders. Choose smaller ones to see the others.',
    'Scan canceled. Some repositories may be missing.',
    'There’s no folder ~/gone.',
  ])
  const repositories = Array.from({ length: 5000 }, () => repository)
  expect(describeLimits({ repositories, limits: ['too-many'], problems: [] })).toEqual([
    'Stopped at 5,000 repositories. Choose smaller folders to see the others.',
  ])
})
