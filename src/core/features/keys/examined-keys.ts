import { createFailureError } from '../../platform/failures.ts'
import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'
import { type KeyFileRow, fileTooLarge, formatFileRow, skippedKeyFile } from './file-rows.ts'

/** A public key on this computer. */
export interface ExaminedKey {
  /** The file name, for display. Never used to open anything. */
  file: string
  /** The same for all copies of a key. */
  identity: string
  /** Whether the user selected, dropped or pasted it; false if a scan found it. */
  isAdded?: boolean
}

export interface KeyCopy<Key> {
  localKeyId: string
  key: Key
}

/** A key with all its copies. */
export interface MergedKey<Key> extends KeyCopy<Key> {
  copies: readonly Key[]
  /** The names of all files, the best copy's first. */
  files: string[]
  /** The IDs of all copies, if all of them were added by hand rather than found on this computer. */
  addedIds: string[]
}

/**
 * Merges copies of the same key. The copy with the highest `rank` is the best one; in a tie, one that a scan found, and
 * then the first one.
 */
export function mergeCopies<Key extends ExaminedKey>(
  copies: readonly KeyCopy<Key>[],
  rank: (key: Key) => number,
): MergedKey<Key>[] {
  return [...Map.groupBy(copies, ({ key }) => key.identity).values()].map((same) => {
    const sorted = same.toSorted(
      ({ key: a }, { key: b }) =>
        rank(b) - rank(a) || Number(a.isAdded ?? false) - Number(b.isAdded ?? false),
    )
    const areAdded = same.every(({ key }) => key.isAdded)
    return {
      ...sorted[0]!,
      copies: sorted.map(({ key }) => key),
      files: [...new Set(sorted.map(({ key }) => key.file))],
      addedIds: areAdded ? same.map(({ localKeyId }) => localKeyId) : [],
    }
  })
}

/** A key as if it had no other copies. */
export function onlyCopy<Key extends ExaminedKey>(copy: KeyCopy<Key>): MergedKey<Key> {
  return mergeCopies([copy], () => 0)[0]!
}

/** A key with its ID, or the reason why a file has none, as shown in the UI. */
export type ExaminedRow<Key> = ({ kind: 'key' } & KeyCopy<Key>) | RefusedFile | SkippedFile

/** A file that was selected, dropped or pasted, as text or bytes. */
export interface ProvidedFile {
  name: string
  text?: string
  base64?: string
}

/** How a key got here: found by a scan, read from a file, or saved by a renewal that may have lost it. */
type Origin = 'scan' | 'read' | 'renewal'

/** The public keys examined since startup, under IDs that don't reveal their files. Never written to disk. */
export class ExaminedKeys<Key extends ExaminedKey> {
  readonly #keys = new Map<string, { origin: Origin; key: Key }>()
  /** IDs of keys read from files, oldest first. */
  readonly #read = new Set<string>()
  readonly #readLimit: number
  /** Keeps IDs from being guessed from file names. */
  readonly #salt = randomBytes(16)

  /** `readLimit`: the maximum number of keys from files; beyond it, the oldest are dropped. */
  constructor(readLimit: number) {
    this.#readLimit = readLimit
  }

  /** Stores the keys found by a scan. Drops keys that only earlier scans found. */
  addScanned(rows: readonly KeyFileRow<Key>[]): ExaminedRow<Key>[] {
    const shown = rows.map((row) => this.#addRow('scan', row))
    const ids = new Set(shown.flatMap((row) => (row.kind === 'key' ? row.localKeyId : [])))
    for (const [id, { origin }] of this.#keys) {
      if (origin === 'scan' && !ids.has(id)) this.#forget(id)
    }
    return shown
  }

  /** Examines files and stores their keys. Skips files above `fileLimit` bytes. */
  async addFiles(
    files: readonly ProvidedFile[],
    fileLimit: number,
    examine: (
      name: string,
      content: Buffer | string,
    ) => Promise<KeyFileRow<Key>[]> | KeyFileRow<Key>[],
  ): Promise<ExaminedRow<Key>[]> {
    const shown: ExaminedRow<Key>[] = []
    const ids = new Set<string>()
    for (const { name, text, base64 } of files) {
      const content = text ?? Buffer.from(base64 ?? '', 'base64')
      const rows: KeyFileRow<Key>[] =
        Buffer.byteLength(content) > fileLimit
          ? [skippedKeyFile(name, fileTooLarge(fileLimit))]
          : await examine(name, content)
      for (const examined of rows) {
        const row = this.#addRow('read', examined)
        if (row.kind !== 'key' || !ids.has(row.localKeyId)) shown.push(row)
        if (row.kind === 'key') ids.add(row.localKeyId)
      }
    }
    return shown
  }

  /** Stores a key under an ID that stays the same as long as the key is found in the same place. */
  add(origin: Origin, key: Key): string {
    const place = [origin, key.file, key.identity].join('\0')
    const id = createHash('sha256').update(this.#salt).update(place).digest('hex').slice(0, 32)
    this.#forget(id)
    this.#keys.set(id, { origin, key })
    if (origin === 'read') this.#read.add(id)
    if (this.#read.size > this.#readLimit) this.#forget(this.#read.values().next().value!)
    return id
  }

  /** Forgets a key that was selected, dropped or pasted. */
  forget(id: string): Record<string, never> {
    if (this.#read.has(id)) this.#forget(id)
    return {}
  }

  isScanned(id: string): boolean {
    return this.#keys.get(id)?.origin === 'scan'
  }

  get(id: string): Key {
    const examined = this.#keys.get(id)
    if (examined) return examined.key
    throw createFailureError('keys.notFoundHere')
  }

  copies(): KeyCopy<Key>[] {
    return [...this.#keys].map(([localKeyId, { key }]) => ({ localKeyId, key }))
  }

  #addRow(origin: 'scan' | 'read', row: KeyFileRow<Key>): ExaminedRow<Key> {
    if (row.kind !== 'key') return formatFileRow(row)
    const key = { ...row.key, isAdded: origin === 'read' }
    return { kind: 'key', localKeyId: this.add(origin, key), key }
  }

  #forget(id: string): void {
    this.#keys.delete(id)
    this.#read.delete(id)
  }
}
