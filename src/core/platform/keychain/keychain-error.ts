import type { KeychainState } from '../../../shared/operations/accounts.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'
import { textOf } from '../messages.ts'

/** The keychain can't be used right now; includes the reason and a hint. The stored item is unchanged. */
export class KeychainError extends FailureError {
  readonly state: 'locked' | 'absent' | 'failed'
  /** Problem and hint, for the screen that shows the state. */
  readonly summary: Message
  /** Whether further calls would hang too. */
  readonly isOutOfReach: boolean

  constructor(
    state: KeychainError['state'],
    problem: Message,
    remedy: Message,
    { timedOut = false, ...options }: { cause?: unknown; timedOut?: boolean } = {},
  ) {
    super({ kind: 'keychain', message: problem, hint: remedy }, options)
    this.name = 'KeychainError'
    this.state = state
    this.isOutOfReach = state !== 'failed' || timedOut
    this.summary = message('secrets.state', { problem, remedy })
  }
}

/** The name of the system's keychain, for use in a sentence. */
export function keychainName(platform: NodeJS.Platform): Message {
  return message('secrets.keychain', { platform })
}

/** The keychain's state after an error, or without one. */
export function keychainState(platform: NodeJS.Platform, error?: KeychainError): KeychainState {
  return {
    state: error?.state ?? 'available',
    name: textOf(keychainName(platform)),
    message: error ? textOf(error.summary) : '',
  }
}

/** There is no Secret Service on the bus, or no bus. */
export function serviceAbsentError(cause?: unknown): KeychainError {
  const remedy = message('secrets.installService')
  return new KeychainError('absent', message('secrets.noService'), remedy, { cause })
}

/** The native module is missing or doesn't load. */
export function moduleAbsentError(platform: NodeJS.Platform, cause: unknown): KeychainError {
  const [problem, remedy] =
    platform === 'darwin' || platform === 'win32'
      ? (['secrets.noModule', 'secrets.reinstall'] as const)
      : (['secrets.noLibsecret', 'secrets.installLibsecret'] as const)
  const keychain = keychainName(platform)
  return new KeychainError('absent', message(problem, { keychain }), message(remedy), { cause })
}

/** The keyring is locked and wasn't unlocked at the prompt. */
export function keyringLockedError(): KeychainError {
  return new KeychainError('locked', message('secrets.locked'), message('secrets.unlock'))
}

/** The Secret Service is running but has no collection named `default`. */
export function noDefaultKeyringError(): KeychainError {
  return new KeychainError('locked', message('secrets.noDefault'), message('secrets.createDefault'))
}

/** The system refused; its text may indicate that the keychain is locked. */
export function keychainFailedError(platform: NodeJS.Platform, cause: unknown): KeychainError {
  const problem = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
  // From the macOS Security framework: errSecInteractionNotAllowed, errSecUserCanceled, errSecAuthFailed.
  if (platform === 'darwin' && /interaction is not allowed|cancell?ed|passphrase/i.test(problem)) {
    return new KeychainError(
      'locked',
      message('secrets.macosLocked', { problem }),
      message('secrets.unlockAndAllow'),
      { cause },
    )
  }
  return new KeychainError(
    'failed',
    message('secrets.failed', { keychain: keychainName(platform), problem }),
    message('invoke.unexpectedHint'),
    { cause },
  )
}

/** The keychain didn't respond in time, or the user didn't answer its prompt. */
export function keychainTimeoutError(platform: NodeJS.Platform, limitMs: number): KeychainError {
  return new KeychainError(
    'failed',
    message('secrets.silent', { keychain: keychainName(platform), seconds: limitMs / 1000 }),
    message('secrets.waitsForYou'),
    { timedOut: true },
  )
}

/** The keychain didn't return what was stored. */
export function keychainMismatchError(
  platform: NodeJS.Platform,
  problem: 'secrets.didNotKeep' | 'secrets.doesNotGive',
): KeychainError {
  return new KeychainError(
    'failed',
    message(problem, { keychain: keychainName(platform) }),
    message('secrets.checkItems'),
  )
}
