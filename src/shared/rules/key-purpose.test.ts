import { expect, it } from 'vitest'
import { guessKeyPurpose } from './key-purpose.ts'

const host = (name: string) => ({ kind: 'host', name })
const machine = (word: string) => ({ kind: 'machine', word })

it.each([
  [['ada@laptop', '~/.ssh/id_ed25519_github.pub'], host('GitHub')],
  [['ada@laptop', '~/.ssh/gitHubKey.pub'], host('GitHub')],
  [['Ada <1234+ada@users.noreply.github.com>', 'gpg'], host('GitHub')],
  [['git@bitbucket.org', 'id_rsa.pub'], host('Bitbucket')],
  [['', '~/.ssh/codeberg/id_ed25519.pub'], host('Codeberg')],
  [['deploy@web-1', '~/.ssh/id_ed25519.pub'], machine('deploy')],
  [['', '~/.ssh/deployKey.pub'], machine('deploy')],
  [['Release Bot <release@example.com>', 'gpg'], machine('bot')],
  [['gitlab-ci', '~/.ssh/id_rsa.pub'], machine('ci')],
  [['runner2@build', 'x.pub'], machine('runner')],
])('recognizes from %j that a key is not for a user of this instance', (names, purpose) => {
  expect(guessKeyPurpose(names)).toEqual(purpose)
})

it.each([
  [['ada@laptop', '~/.ssh/id_ed25519.pub']],
  [['Abbot Cicero <abbot@example.com>', 'gpg']],
  [['ada@gitlab.com', '~/.ssh/id_gitlab.pub']],
  [['robottom@home', '~/.ssh/id_ecdsa.pub']],
  [['lucid@employed.example', 'id.pub']],
])("doesn't detect another purpose in %j", (names) => {
  expect(guessKeyPurpose(names)).toBeUndefined()
})

it.each([
  [['bob'], 'git.example.org', { kind: 'user', username: 'Bob' }],
  [[String.raw`C:\keys\work_bob.pub`], 'git.example.org', { kind: 'user', username: 'Bob' }],
  [['bob@laptop', '~/.ssh/id_ed25519'], 'git.example.org', undefined],
  [['bobby'], 'git.example.org', undefined],
  [['id_customer.pub'], 'git.customer.example:8443', host('git.customer.example:8443')],
  [['id_internal.pub'], 'internal.gitlab.example.org', host('internal.gitlab.example.org')],
  [['id_gitlab.pub', 'example', 'org', 'git'], 'git.gitlab.example.org', undefined],
  [['github'], 'github.example.net', host('GitHub')],
])('compares %j with another account on %s', (names, otherHost, purpose) => {
  const own = { username: 'ada', host: 'git.example.org' }
  const others = [{ username: 'Bob', host: otherHost }]
  expect(guessKeyPurpose(names, { own, others })).toEqual(purpose)
})

it('doesn’t take the user’s own name for that of another account', () => {
  const own = { username: 'ADA', host: 'git.example.org' }
  const others = [{ username: 'ada', host: 'git.example.org' }]
  expect(guessKeyPurpose(['ada'], { own, others })).toBeUndefined()
})
