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
