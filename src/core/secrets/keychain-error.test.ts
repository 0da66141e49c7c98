import { describe, expect, test } from 'vitest'
import { KeychainState } from '../../shared/app/accounts.ts'
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
    unfaithful(platform, 'did not keep what was stored'),
  ]),
  lockedKeyring(),
  noDefaultKeyring(),
]

describe('what a person reads', () => {
  test.each(errors.map((error) => [error.sentence, error] as const))('%s', (sentence, error) => {
    expect(sentence).toMatch(/^[A-Z][^.;]*(\.\d)?[^;]*; [a-z].*\.$/)
    expect(error.failure.kind).toBe('keychain')
    expect(error.failure.message).toMatch(/^[A-Z].*[^.]\.$/)
    expect(error.failure.hint).toMatch(/^[A-Z].*[^.]\.$/)
    expect(KeychainState.parse(keychainState('linux', error)).message).toBe(sentence)
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
