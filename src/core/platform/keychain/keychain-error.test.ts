import { describe, expect, test } from 'vitest'
import { KeychainState } from '../../../shared/operations/accounts.ts'
import { formatFailure } from '../failure.ts'
import {
  moduleAbsentError,
  serviceAbsentError,
  keychainState,
  keyringLockedError,
  noDefaultKeyringError,
  keychainFailedError,
  keychainTimeoutError,
  keychainMismatchError,
} from './keychain-error.ts'

const errors = [
  serviceAbsentError(),
  ...(['linux', 'darwin', 'win32'] as const).flatMap((platform) => [
    moduleAbsentError(platform, new Error('no such module')),
    keychainFailedError(platform, new Error('The session is gone.')),
    keychainTimeoutError(platform, 10_000),
    keychainMismatchError(platform, 'secrets.didNotKeep'),
  ]),
  keyringLockedError(),
  noDefaultKeyringError(),
]

describe('keychain error', () => {
  test.each(errors.map((error) => [error.message, error] as const))(
    'has a message and a hint: %s',
    (problem, error) => {
      const failure = formatFailure(error.failure)
      expect(failure.kind).toBe('keychain')
      expect(failure.message).toBe(problem)
      expect(failure.message).toMatch(/^[A-Z].*[^.]\.$/)
      expect(failure.hint).toMatch(/^[A-Z].*[^.]\.$/)
      const { message } = KeychainState.parse(keychainState('linux', error))
      expect(message).toBe(`${problem} ${failure.hint}`)
    },
  )

  test('has no message for an available keychain', () => {
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
  ])('is reported as a locked keychain on macOS for: %s', (words) => {
    expect(keychainFailedError('darwin', new Error(words)).state).toBe('locked')
    expect(keychainFailedError('win32', new Error(words)).state).toBe('failed')
  })
})
