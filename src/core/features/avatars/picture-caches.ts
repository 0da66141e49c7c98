import { PerAccount } from '../../accounts/per-account.ts'
import { PictureCache } from './picture-cache.ts'

export interface PictureCachesOptions {
  accounts(): readonly string[]
  /** The folder of an account’s pictures; undefined for an account that may not be stored on disk. */
  folderOf(account: string): string | undefined
  /** Milliseconds since 1970. */
  now(): number
}

type Pictures = Pick<PictureCache, 'get' | 'put' | 'remove' | 'clear'>

/** The picture cache of each account. */
export class PictureCaches {
  readonly #options: PictureCachesOptions
  readonly #caches: PerAccount<Pictures>

  constructor(options: PictureCachesOptions) {
    this.#options = options
    this.#caches = new PerAccount((account) => {
      const folder = options.folderOf(account)
      return folder === undefined ? noCache : new PictureCache({ folder, now: options.now })
    })
  }

  of(account: string): Pictures {
    return this.#caches.get(account)
  }

  forget(account: string): void {
    this.#caches.forget(account)
  }

  async clear(): Promise<void> {
    for (const account of this.#options.accounts()) await this.of(account).clear()
  }
}

const noCache: Pictures = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}
