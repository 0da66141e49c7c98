import { createHash, randomBytes } from 'node:crypto'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../infra/failure.ts'

/** A public key of this computer. */
export interface ExaminedKey {
  /** The name of its file, for display. Never used to open anything. */
  file: string
  /** The same for two copies of one key. */
  identity: string
  /** Whether it was chosen, dropped or pasted, and not found by a scan. */
  isAdded?: boolean
}

/** Where a key comes from: a scan, a file that was read, or a renewal that may have lost it. */
type Origin = 'scan' | 'read' | 'renewal'

/** The public keys examined since the start, under IDs that do not reveal their files. Never written to disk. */
export class ExaminedKeys<Key extends ExaminedKey> {
  readonly #keys = new Map<string, { origin: Origin; key: Key }>()
  /** IDs of the keys of files that were read, the oldest first. */
  readonly #read = new Set<string>()
  readonly #readLimit: number
  /** Makes the IDs unpredictable from a file's name. */
  readonly #salt = randomBytes(16)

  /** `readLimit`: keys of files that were read are forgotten above this number, the oldest first. */
  constructor(readLimit: number) {
    this.#readLimit = readLimit
  }

  /** Remembers a key under its ID, which is the same each time that the key is found in the same place. */
  add(origin: Origin, key: Key): string {
    const place = [origin, key.file, key.identity].join('\0')
    const id = createHash('sha256').update(this.#salt).update(place).digest('hex').slice(0, 32)
    this.#forget(id)
    this.#keys.set(id, { origin, key })
    if (origin === 'read') this.#read.add(id)
    if (this.#read.size > this.#readLimit) this.#forget(this.#read.values().next().value!)
    return id
  }

  /** Forgets what earlier scans found and the last one did not. */
  forgetScanned(except: ReadonlySet<string>): void {
    for (const [id, { origin }] of this.#keys) {
      if (origin === 'scan' && !except.has(id)) this.#forget(id)
    }
  }

  /** Forgets a key of a file that was read. */
  forgetRead(id: string): void {
    if (this.#read.has(id)) this.#forget(id)
  }

  get(id: string): Key {
    const examined = this.#keys.get(id)
    if (examined) return examined.key
    throw new FailureError({
      kind: 'not-found',
      message: message('keys.notFoundHere'),
      hint: message('keys.scanAgain'),
    })
  }

  entries(): [string, Key][] {
    return [...this.#keys].map(([id, { key }]) => [id, key])
  }

  /** IDs of the copies of a key. */
  idsOf(identity: string | undefined): string[] {
    return this.entries().flatMap(([id, key]) => (key.identity === identity ? id : []))
  }

  #forget(id: string): void {
    this.#keys.delete(id)
    this.#read.delete(id)
  }
}
