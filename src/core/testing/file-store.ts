import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SecretStore } from '../platform/keychain/secret-store.ts'

/** The keychain's file name within a data folder. */
export const keychainFile = 'keychain-of-the-test'

/** A keychain that outlives the process. */
export function fileStore(path: string): SecretStore {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    } catch {
      return {}
    }
  }
  const write = (secrets: Record<string, string>) => {
    writeFileSync(`${path}.new`, JSON.stringify(secrets))
    renameSync(`${path}.new`, path)
  }
  return {
    describe: async () => ({ state: 'available', name: 'a file of the test', message: '' }),
    get: async (name) => read()[name],
    set: async (name, secret) => write({ ...read(), [name]: secret }),
    async remove(name) {
      const { [name]: _, ...others } = read()
      write(others)
    },
  }
}
