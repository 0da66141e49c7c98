import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileTooLargeError } from '../../platform/files/file-errors.ts'
import { withRegularFile } from '../../platform/files/regular-file.ts'

import { pictureLimits } from './fetch-picture.ts'

export interface PictureCacheOptions {
  /** A folder for this cache only; created when first needed. */
  folder: string
  /** Milliseconds since 1970. */
  now(): number
  /** The maximum total size in bytes. */
  limit?: number
}

interface Entry {
  size: number
  /** In milliseconds since 1970, like `usedAt`. */
  storedAt: number
  usedAt: number
}

/** Pictures on disk, by the SHA-256 of their URLs. Beyond the limit, the least recently used ones are deleted. */
export class PictureCache {
  readonly #options: PictureCacheOptions
  #entries: Promise<Map<string, Entry>> | undefined
  #total = 0

  constructor(options: PictureCacheOptions) {
    this.#options = options
  }

  /** The cached picture for a URL, and when it was stored. */
  async get(address: string): Promise<{ bytes: Uint8Array; storedAt: number } | undefined> {
    const name = fileName(address)
    const entries = await this.#loadedEntries()
    const entry = entries.get(name)
    if (!entry) return undefined
    const bytes = await readWhole(this.#path(name)).catch(() => undefined)
    if (!bytes) {
      this.#drop(entries, name)
      return undefined
    }
    entry.usedAt = this.#options.now()
    // Keeps the time of last use across restarts. The picture is usable even if this fails.
    await utimes(this.#path(name), entry.usedAt / 1000, entry.storedAt / 1000).catch(
      () => undefined,
    )
    return { bytes, storedAt: entry.storedAt }
  }

  /** Caches a picture. Never throws, because a picture that can’t be stored is simply fetched again. */
  async put(address: string, bytes: Uint8Array): Promise<void> {
    const name = fileName(address)
    const entries = await this.#loadedEntries()
    const next = this.#path(`${randomUUID()}.next`)
    const now = this.#options.now()
    try {
      // guard: picture-mode
      await writeFile(next, bytes, { mode: 0o600 })
      await utimes(next, now / 1000, now / 1000)
      await rename(next, this.#path(name))
    } catch {
      await rm(next, { force: true }).catch(() => undefined)
      return
    }
    this.#drop(entries, name)
    entries.set(name, { size: bytes.byteLength, storedAt: now, usedAt: now })
    this.#total += bytes.byteLength
    await this.#shrink(entries)
  }

  async remove(address: string): Promise<void> {
    await this.#delete(await this.#loadedEntries(), fileName(address))
  }

  async clear(): Promise<void> {
    this.#entries = undefined
    this.#total = 0
    await rm(this.#options.folder, { recursive: true, force: true })
  }

  async #shrink(entries: Map<string, Entry>): Promise<void> {
    const { limit = 50 * 1024 * 1024 } = this.#options
    if (this.#total <= limit) return
    const oldestFirst = [...entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [name] of oldestFirst) {
      // Frees up some extra space so that this doesn't run for every new picture.
      if (this.#total <= limit * 0.9) return
      await this.#delete(entries, name)
    }
  }

  async #delete(entries: Map<string, Entry>, name: string): Promise<void> {
    this.#drop(entries, name)
    await rm(this.#path(name), { force: true }).catch(() => undefined)
  }

  #drop(entries: Map<string, Entry>, name: string): void {
    this.#total -= entries.get(name)?.size ?? 0
    entries.delete(name)
  }

  #loadedEntries(): Promise<Map<string, Entry>> {
    this.#entries ??= this.#load()
    return this.#entries
  }

  async #load(): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>()
    // Not recursive, because the parent folders may have been deleted along with their account.
    // guard: picture-folder-mode
    await mkdir(this.#options.folder, { mode: 0o700 }).catch(() => undefined)
    for (const name of await readdir(this.#options.folder).catch(() => [])) {
      const path = this.#path(name)
      // A process that was writing the file ended before it was done.
      if (unfinishedName.test(name)) await rm(path, { force: true }).catch(() => undefined)
      if (!/^[0-9a-f]{64}$/.test(name)) continue
      const file = await stat(path).catch(() => undefined)
      if (!file?.isFile()) continue
      entries.set(name, { size: file.size, storedAt: file.mtimeMs, usedAt: file.atimeMs })
      this.#total += file.size
    }
    return entries
  }

  #path(name: string): string {
    return join(this.#options.folder, name)
  }
}

/** Throws if the file exceeds the limit for cached pictures. */
function readWhole(path: string): Promise<Uint8Array> {
  return withRegularFile(path, async ({ size, fill }) => {
    if (size > pictureLimits.bytes) throw new FileTooLargeError()
    const buffer = Buffer.alloc(size)
    return buffer.subarray(0, await fill(buffer, 0, size))
  })
}

const unfinishedName = /^[0-9a-f-]{36}\.next$/

function fileName(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}
