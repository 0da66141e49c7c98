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

/** Stands before the native module where that cannot tell "locked" from "not there". Throws `KeychainError`s. */
export interface KeychainGuard {
  /** Throws where the keychain can't be used right now; never prompts. */
  check(): Promise<void>
  /** Has the item unlocked, or the place where new items go, prompting if need be; throws where it stays locked. */
  open(name?: string): Promise<void>
  /** Throws unless the keychain can be read and holds no item of this name. */
  confirmMissing(name: string): Promise<void>
}

/** For macOS and Windows: there the native module says "not found" only when it is so. */
export const noGuard: KeychainGuard = {
  check: async () => {},
  open: async () => {},
  confirmMissing: async () => {},
}

export interface SecretServiceGuardOptions {
  env: NodeJS.ProcessEnv
  /** The service name that the items carry. */
  service: string
  /** Milliseconds for one D-Bus call. */
  callLimitMs: number
  /** Milliseconds for the person to answer the system's prompt. */
  promptLimitMs: number
}

/**
 * For Linux. libsecret answers "not found" also for what is locked, when nobody unlocks it at its prompt or nothing can
 * show one. So everything is unlocked before libsecret is asked, and what it does not find is looked up again.
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

  /** The locked parts in the way of using the item, or, without a name, of storing one. */
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
        // One prompt serves all who wait for it.
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

/** Paths to unlock; none of them where there is no default collection. */
type Obstacle = { locked: string[] } | undefined

function assertUnlocked(obstacle: Obstacle): void {
  if (obstacle) throw obstacle.locked.length > 0 ? keyringLockedError() : noDefaultKeyringError()
}
