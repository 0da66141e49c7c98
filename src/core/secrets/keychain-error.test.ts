import { describe, expect, test } from 'vitest'
import { KeychainState } from '../../shared/app/accounts.ts'
import { formatFailure } from '../infra/failure.ts'
import {
  absentModule,
  absentService,
  keychainState,
  lockedKeyring,
  noDefaultKeyring,
  refused,
  silent,
  unfaithful,
} from './keychain-error.ts'

const errors = [
  absentService(),
  ...(['linux', 'darwin', 'win32'] as const).flatMap((platform) => [
    absentModule(platform, new Error('no such module')),
    refused(platform, new Error('The session is gone.')),
    silent(platform, 10_000),
    unfaithful(platform, 'secrets.didNotKeep'),
  ]),
  lockedKeyring(),
  noDefaultKeyring(),
]

describe('what a person reads', () => {
  test.each(errors.map((error) => [error.message, error] as const))('%s', (problem, error) => {
    const failure = formatFailure(error.failure)
    expect(failure.kind).toBe('keychain')
    expect(failure.message).toBe(problem)
    expect(failure.message).toMatch(/^[A-Z].*[^.]\.$/)
    expect(failure.hint).toMatch(/^[A-Z].*[^.]\.$/)
    const { message } = KeychainState.parse(keychainState('linux', error))
    expect(message).toBe(`${problem} ${failure.hint}`)
  })

  test('an available keychain has nothing to say', () => {
    expect(keychainState('darwin')).toEqual({
      state: 'available',
      name: 'macOS Keychain',
      message: '',
    })
  })

  test.each([
    'User interaction is not allowed.',
    'User canceled the operation.',
    'The user name or passphrase you entered is not correct.',
  ])('macOS means a lock when it says: %s', (words) => {
    expect(refused('darwin', new Error(words)).state).toBe('locked')
    expect(refused('win32', new Error(words)).state).toBe('failed')
  })
})
