import { createHash, randomBytes } from 'node:crypto'
import type { LocalSshKey, SshKeyDetails } from '../../shared/app/local-keys.ts'
import { FailureError } from '../../shared/failure.ts'
import { type SshPublicKey, sshKeyLine } from './ssh-public-key.ts'

/** A public key that was found, chosen, dropped or pasted, or that is kept because a renewal lost it. */
export interface ExaminedKey {
  origin: 'scan' | 'read' | 'kept'
  file: string
  key: SshPublicKey
  privateKey?: string
  title: string
}

/** Keys that came by hand are forgotten above this number, the oldest first. */
const mostByHand = 10_000

/** The public keys known since the start, under ids that say nothing of where they lie. Never written to disk. */
export class ExaminedKeys {
  readonly #keys = new Map<string, ExaminedKey>()
  /** Makes ids that nobody can work out from a file's name. */
  readonly #salt = randomBytes(16)

  /** Keeps a key under its id, which is the same each time that it is found in the same place. */
  add(held: ExaminedKey): string {
    const { origin, file, key } = held
    const place = [origin, file, key.type, key.blob].join('\0')
    const id = createHash('sha256').update(this.#salt).update(place).digest('hex').slice(0, 32)
    this.#keys.delete(id)
    this.#keys.set(id, held)
    if (origin === 'read' && this.#keys.size > mostByHand) this.#forgetOldest()
    return id
  }

  /** Forgets what earlier scans found and this one did not. */
  keepOfScan(found: ReadonlySet<string>): void {
    for (const [id, { origin }] of this.#keys) {
      if (origin === 'scan' && !found.has(id)) this.#keys.delete(id)
    }
  }

  get(id: string): ExaminedKey {
    const held = this.#keys.get(id)
    if (held) return held
    throw new FailureError({
      kind: 'not-found',
      message: 'This key is not among those that were found on this machine.',
      hint: 'Scan again, or choose its file again.',
    })
  }

  entries(): [string, ExaminedKey][] {
    return [...this.#keys]
  }

  #forgetOldest(): void {
    for (const [id, { origin }] of this.#keys) {
      if (origin !== 'read') continue
      this.#keys.delete(id)
      return
    }
  }
}

/** A held key as screens see it. */
export function shownKey(
  localKeyId: string,
  { file, key, privateKey, title }: ExaminedKey,
): LocalSshKey {
  return { kind: 'key', localKeyId, file, privateKey, title, ...detailsOf(key) }
}

export function detailsOf(key: SshPublicKey): SshKeyDetails {
  const { type, bits, fingerprint, comment, weak } = key
  return { type, bits, fingerprint, comment, weak, publicKey: sshKeyLine(key) }
}
