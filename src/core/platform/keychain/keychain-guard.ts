import {
  serviceAbsentError,
  KeychainError,
  keyringLockedError,
  noDefaultKeyringError,
  keychainFailedError,
  keychainMismatchError,
} from './keychain-error.ts'
import {
  busAddress,
  NoSecretServiceError,
  withSecretService,
  type SecretService,
} from './secret-service.ts'

/**
 * Checks that run before the native module, which may not tell "locked" from "missing". They throw `KeychainError`s.
 */
export interface KeychainGuard {
  /** Throws if the keychain can't be used right now; never prompts. */
  check(): Promise<void>
  /** Unlocks the item, or the collection for new items, with a prompt if necessary; throws if it is still locked. */
  open(name?: string): Promise<void>
  /** Throws unless the keychain can be read and has no item with this name. */
  confirmMissing(name: string): Promise<void>
}

/** For macOS and Windows, where the native module can tell a locked keychain from a missing token. */
export const noGuard: KeychainGuard = {
  check: async () => {},
  open: async () => {},
  confirmMissing: async () => {},
}

export interface SecretServiceGuardOptions {
  env: NodeJS.ProcessEnv
  /** The items' service name. */
  service: string
  /** Time limit (ms) for one D-Bus call. */
  callLimitMs: number
  /** Time limit (ms) for the user to answer the system's prompt. */
  promptLimitMs: number
}

/**
 * For Linux. libsecret also returns "not found" for locked items if nobody unlocks them at its prompt or no prompt can
 * be shown. So everything is unlocked before libsecret is called, and a missing item is looked up a second time.
 */
export function createSecretServiceGuard(options: SecretServiceGuardOptions): KeychainGuard {
  const { callLimitMs, promptLimitMs } = options
  let prompting: Promise<void> | undefined

  async function withService<T>(use: (service: SecretService) => Promise<T>): Promise<T> {
    try {
      return await withSecretService(busAddress(options.env), callLimitMs, use)
    } catch (error) {
      if (error instanceof KeychainError) throw error
      throw error instanceof NoSecretServiceError
        ? serviceAbsentError(error)
        : keychainFailedError('linux', error)
    }
  }

  const find = (service: SecretService, name: string) =>
    service.find({ service: options.service, account: name })

  /** What to unlock before using the item or, without a name, before storing one. */
  async function findObstacle(service: SecretService, name?: string): Promise<Obstacle> {
    if (name !== undefined) {
      const { unlocked, locked } = await find(service, name)
      if (unlocked.length > 0) return undefined
      if (locked.length > 0) return { locked }
    }
    const collection = await service.defaultCollection()
    if (!collection) return { locked: [] }
    return collection.locked ? { locked: [collection.path] } : undefined
  }

  async function unlock(service: SecretService, locked: string[], create: boolean): Promise<void> {
    if (locked.length > 0) await service.unlock(locked, promptLimitMs)
    else if (create) await service.createDefault(promptLimitMs)
  }

  return {
    check: () => withService(async (service) => assertUnlocked(await findObstacle(service))),
    open: (name) =>
      withService(async (service) => {
        const before = await findObstacle(service, name)
        if (!before) return
        // Concurrent calls share one prompt.
        prompting ??= unlock(service, before.locked, name === undefined).finally(() => {
          prompting = undefined
        })
        await prompting
        assertUnlocked(await findObstacle(service, name))
      }),
    confirmMissing: (name) =>
      withService(async (service) => {
        assertUnlocked(await findObstacle(service, name))
        const { unlocked } = await find(service, name)
        if (unlocked.length > 0) throw keychainMismatchError('linux', 'secrets.doesNotGive')
      }),
  }
}

/** The paths to unlock; empty without a default collection, undefined if access is possible. */
type Obstacle = { locked: string[] } | undefined

function assertUnlocked(obstacle: Obstacle): void {
  if (obstacle) throw obstacle.locked.length > 0 ? keyringLockedError() : noDefaultKeyringError()
}
