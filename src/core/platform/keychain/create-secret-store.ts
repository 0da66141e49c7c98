import { createRequire } from 'node:module'
import { createSecretServiceGuard, noGuard } from './keychain-guard.ts'
import { type KeychainModule, createKeychainStore, keychainService } from './keychain-store.ts'
import type { SecretStore } from './secret-store.ts'

export interface SecretStoreOptions {
  platform: NodeJS.Platform
  /** This process's environment, because libsecret uses no other. */
  env: NodeJS.ProcessEnv
  /** Time limit (ms) for one system call; 10 seconds by default. */
  callLimitMs?: number
  /** Time limit (ms) for the user to answer the system's prompt; a minute by default. */
  promptLimitMs?: number
  /** Loads the native module; keytar by default. */
  load?: () => Promise<KeychainModule>
}

/** This computer's keychain. */
export function createSecretStore({
  platform,
  env,
  callLimitMs = 10_000,
  promptLimitMs = 60_000,
  load = () => loadKeytar(),
}: SecretStoreOptions): SecretStore {
  if (platform === 'darwin' || platform === 'win32') {
    // The native module prompts on its own.
    return createKeychainStore({ platform, load, guard: noGuard, callLimitMs: promptLimitMs })
  }
  const guard = createSecretServiceGuard({
    env,
    service: keychainService,
    callLimitMs,
    promptLimitMs,
  })
  return createKeychainStore({ platform, load, guard, callLimitMs })
}

/** Loads the native module; rejects with the system's reason if it isn't installed or can't be loaded. */
export async function loadKeytar(
  load: () => Promise<{ default: KeychainModule }> = () => import('keytar'),
  require = createRequire(import.meta.url),
): Promise<KeychainModule> {
  try {
    return (await load()).default
  } catch (error) {
    // keytar's own error lists the places it tried, but not why they failed.
    require(`keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`)
    throw error
  }
}
