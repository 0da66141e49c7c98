import type { KeychainState } from '../../shared/app/accounts.ts'
import { FailureError } from '../infra/failure.ts'

/** The keychain cannot be used just now: why, and what the person can do. The stored item stays as it is. */
export class KeychainError extends FailureError {
  readonly state: 'locked' | 'absent' | 'failed'
  /** Both in one sentence, for the screen that shows the state. */
  readonly sentence: string

  /** `problem` and `remedy` are clauses without a full stop; the remedy starts in lower case. */
  constructor(
    state: KeychainError['state'],
    problem: string,
    remedy: string,
    options?: { cause?: unknown },
  ) {
    super({ kind: 'keychain', message: `${problem}.`, hint: `${capitalised(remedy)}.` }, options)
    this.name = 'KeychainError'
    this.state = state
    this.sentence = `${problem}; ${remedy}.`
  }
}

/** What people call the keychain of their system, as it stands in a sentence. */
export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return 'system keyring'
}

/** The state that a screen shows for an error, or for none. */
export function keychainState(platform: NodeJS.Platform, error?: KeychainError): KeychainState {
  return {
    state: error?.state ?? 'available',
    name: keychainName(platform),
    message: error?.sentence ?? '',
  }
}

/** No Secret Service: no bus, or nobody on it who keeps secrets. */
export function absentService(cause?: unknown): KeychainError {
  return new KeychainError(
    'absent',
    'No keychain was found on this machine, so tokens are kept only until Latchkey is closed',
    'install and start gnome-keyring or KWallet to keep them',
    { cause },
  )
}

/** The native module is not there or does not load. */
export function absentModule(platform: NodeJS.Platform, cause: unknown): KeychainError {
  const isLinux = platform !== 'darwin' && platform !== 'win32'
  return new KeychainError(
    'absent',
    `Latchkey cannot reach the ${keychainName(platform)}, because ` +
      `${isLinux ? 'libsecret' : 'a part of Latchkey'} is missing, so tokens are kept only until Latchkey is closed`,
    isLinux
      ? 'install libsecret (on Debian and Ubuntu libsecret-1-0, or libsecret-1-dev before "npm install") and install Latchkey again to keep them'
      : 'install Latchkey again to keep them',
    { cause },
  )
}

/** Locked, and nobody unlocked it when asked. */
export function lockedKeyring(): KeychainError {
  return new KeychainError(
    'locked',
    'The system keyring is locked',
    'unlock it, for example in "Passwords and Keys" or KWalletManager, and try again',
  )
}

/** The Secret Service runs, but has no collection by the name of `default`. */
export function noDefaultKeyring(): KeychainError {
  return new KeychainError(
    'locked',
    'The system keyring has no default keyring that is open',
    'create or open one, for example in "Passwords and Keys", KWalletManager or KeePassXC, and try again',
  )
}

/** The system refused; its own words tell whether for a lock or for something else. */
export function refused(platform: NodeJS.Platform, cause: unknown): KeychainError {
  const words = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
  // Of the macOS Security framework: errSecInteractionNotAllowed, errSecUserCanceled, errSecAuthFailed.
  if (platform === 'darwin' && /interaction is not allowed|cancell?ed|passphrase/i.test(words)) {
    return new KeychainError(
      'locked',
      `The macOS Keychain is locked or did not let Latchkey in ("${words}")`,
      'unlock it, allow Latchkey when macOS asks, and try again',
      { cause },
    )
  }
  return new KeychainError(
    'failed',
    `The ${keychainName(platform)} refused ("${words}")`,
    'try again, and close and open Latchkey if it stays so',
    { cause },
  )
}

/** No answer in time, from the keychain or from the person whom it asks. */
export function silent(platform: NodeJS.Platform, limitMs: number): KeychainError {
  return new KeychainError(
    'failed',
    `The ${keychainName(platform)} did not answer within ${limitMs / 1000} seconds`,
    'look whether it waits for you in another window, and try again',
  )
}

/** It answered, but not with what was stored. */
export function unfaithful(platform: NodeJS.Platform, what: string): KeychainError {
  return new KeychainError(
    'failed',
    `The ${keychainName(platform)} ${what}`,
    'look at the items called Latchkey there, and try again',
  )
}

function capitalised(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1)
}
