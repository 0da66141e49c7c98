import { expect, it } from 'vitest'
import { textOf } from '../../core/platform/messages.ts'
import { problemMessages, refusedMessage, remoteHost } from './repository-messages.ts'

it.each([
  [{ host: 'git.example.org', url: 'https://git.example.org:8443/a/b' }, 'git.example.org:8443'],
  [{ host: 'git.example.org', url: 'http://git.example.org:8080' }, 'git.example.org:8080'],
  [{ host: 'git.example.org', url: 'https://git.example.org/a:80/b' }, 'git.example.org'],
  [{ host: 'git.example.org', url: 'ssh://git@git.example.org:2222/a/b' }, 'git.example.org'],
  [{ url: 'https://git.example.org:8443/a/b' }, ''],
  [undefined, ''],
])('returns the host of the remote %j with the port of a web server', (remote, host) => {
  expect(remoteHost(remote)).toBe(host)
})

const refused = { setting: 'gpg.format', said: 'bad value' }
const repository = {
  problem: undefined,
  refused: undefined,
  hasSigningKey: true,
  host: 'git.example.org',
  email: 'kim@example.com',
  account: '@kim',
}
const idsOf = (options: Partial<Parameters<typeof problemMessages>[0]>) =>
  problemMessages({ ...repository, problems: [], ...options }).map(({ id }) => id)

it('explains first what can’t be read, and otherwise each problem', () => {
  const problems = ['key-missing', 'format-invalid', 'no-account'] as const
  expect(idsOf({ problem: 'gone', problems })).toEqual(['repositories.gone'])
  expect(idsOf({ problems })).toEqual([
    'repositories.keyMissing',
    'repositories.settingRefused',
    'repositories.noAccount',
  ])
  expect(idsOf({ problems, hasSigningKey: false, host: '' })).toEqual([
    'computer.noSigningKey',
    'repositories.settingRefused',
    'repositories.noRemoteHost',
  ])
  expect(idsOf({ problems: ['unsigned'], hasSigningKey: false, host: '', refused })).toEqual([
    'computer.signingOff',
  ])
})

it('names the account, or else all of them', () => {
  const text = (account: string | undefined) =>
    textOf(problemMessages({ ...repository, problems: ['email-not-on-account'], account })[0]!)
  expect(text('@kim')).toContain('@kim')
  expect(text(undefined)).toContain('your accounts')
})

it('names where git refuses a setting', () => {
  const place = (file?: string, line?: number) =>
    refusedMessage({ ...refused, file, line }).values?.['place']
  expect(place('.git/config', 3)).toBe('.git/config:3')
  expect(place('.git/config')).toBe('.git/config')
  expect(place()).toMatchObject({ id: 'repositories.noFile' })
  const [message] = problemMessages({
    ...repository,
    problems: ['format-invalid'],
    refused: { ...refused, file: 'a', line: 1 },
  })
  expect(message!.values).toMatchObject({ ...refused, place: 'a:1' })
})
