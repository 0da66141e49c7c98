import { createHash, randomBytes } from 'node:crypto'

/** A key that signs in a single page, once. */
export interface OneTimeKey {
  key: string
  /** Resolves to true when the key is used, and to false when it can no longer be used. */
  used: Promise<boolean>
  revoke(): void
}

/** Stores only digests, so that lookup timing doesn't leak keys. */
export class OneTimeKeys {
  readonly #validKeys = new Map<string, (isUsed: boolean) => void>()

  /** Creates a key that is valid until it is used, revoked, or expired after the given milliseconds. */
  create(lifetimeMs?: number): OneTimeKey {
    const key = randomSecret()
    const id = digest(key)
    const { promise: used, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout | undefined
    const end = (isUsed: boolean) => {
      // guard: key-once
      if (!this.#validKeys.delete(id)) return
      clearTimeout(timer)
      resolve(isUsed)
    }
    this.#validKeys.set(id, end)
    if (lifetimeMs !== undefined) timer = setTimeout(end, lifetimeMs, false).unref()
    return { key, used, revoke: () => end(false) }
  }

  /** Consumes a key and returns whether it was valid. */
  use(key: string): boolean {
    const end = this.#validKeys.get(digest(key))
    end?.(true)
    return end !== undefined
  }

  revokeAll(): void {
    for (const end of [...this.#validKeys.values()]) end(false)
  }
}

/** 256 random bits. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
