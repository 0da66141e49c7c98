import type { SecretStore } from './secret-store.ts'

/** A store whose secrets are lost when the process ends. */
export interface MemorySecretStore extends SecretStore {
  has(name: string): boolean
}

/** Keeps secrets in memory until the process ends, for computers without a keychain and for demo accounts. */
export function createMemorySecretStore(): MemorySecretStore {
  const secrets = new Map<string, string>()
  return {
    describe: async () => ({ state: 'available', name: 'memory', message: '' }),
    has: (name) => secrets.has(name),
    get: async (name) => secrets.get(name),
    set: async (name, secret) => void secrets.set(name, secret),
    remove: async (name) => void secrets.delete(name),
  }
}
