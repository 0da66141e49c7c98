import type { JsonFile } from '../../platform/files/json-file.ts'
import type { DesktopFile } from './desktop-file.ts'

/** Older notifications can't recur, because what they were about is over. */
const retentionMs = 400 * 24 * 60 * 60_000

export interface AlreadyNotifiedOptions {
  file: JsonFile<DesktopFile>
  /** Milliseconds since 1970. */
  now(): number
  /** Whether an account is stored on disk. Nothing is written for other accounts. */
  isOnDisk(account: string): boolean
}

/** Records which notifications were shown. If one is about an account, its key ends with `@` and the account's ID. */
export class AlreadyNotified {
  readonly #options: AlreadyNotifiedOptions
  /** For accounts that aren't stored on disk. */
  readonly #inMemory = new Set<string>()

  constructor(options: AlreadyNotifiedOptions) {
    this.#options = options
  }

  has(key: string): boolean {
    return this.#inMemory.has(key) || Object.hasOwn(this.#options.file.read().told, key)
  }

  add(keys: readonly string[]): void {
    const { file, now, isOnDisk } = this.#options
    const newKeys = keys.filter((key) => !this.has(key))
    const storedKeys = newKeys.filter(
      (key) => accountOf(key) === undefined || isOnDisk(accountOf(key)!),
    )
    for (const key of newKeys) if (!storedKeys.includes(key)) this.#inMemory.add(key)
    if (storedKeys.length === 0) return
    const content = file.read()
    const notified = [
      ...Object.entries(content.told).filter(([, at]) => now() - at < retentionMs),
      ...storedKeys.map((key) => [key, now()] as const),
    ]
    file.saveOrReport({ ...content, told: Object.fromEntries(notified) })
  }

  /** Allows the matching notifications to be shown again. */
  remove(isMatch: (key: string) => boolean): void {
    for (const key of this.#inMemory) if (isMatch(key)) this.#inMemory.delete(key)
    const content = this.#options.file.read()
    const notified = Object.entries(content.told).filter(([key]) => !isMatch(key))
    if (notified.length === Object.keys(content.told).length) return
    this.#options.file.saveOrReport({ ...content, told: Object.fromEntries(notified) })
  }

  /** Deletes an account's records. */
  forget(account: string): void {
    this.remove((key) => accountOf(key) === account)
  }
}

/** The key for a notification about an account. */
export function keyOf(account: string, ...parts: (string | number)[]): string {
  return `${parts.join(' ')}@${account}`
}

function accountOf(key: string): string | undefined {
  const at = key.lastIndexOf('@')
  return at === -1 ? undefined : key.slice(at + 1)
}
