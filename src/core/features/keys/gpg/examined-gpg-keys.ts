import { createHash, randomBytes } from 'node:crypto'
import type { GpgKeyDetails, LocalGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { FailureError } from '../../../../shared/failure.ts'

/** A public key that gpg has, that was chosen, dropped or pasted, or that is kept because a renewal lost it. */
export interface ExaminedGpgKey {
  origin: 'gpg' | 'read' | 'kept'
  file: string
  details: GpgKeyDetails
  hasPrivateKey: boolean
  /** Absent where gpg has it: it is asked when it is needed. */
  packets?: Buffer
}

/** Keys that came by hand are forgotten above this number, the oldest first. */
const mostByHand = 1000

/** The public keys known since the start, under ids that say nothing of where they lie. Never written to disk. */
export class ExaminedGpgKeys {
  readonly #keys = new Map<string, ExaminedGpgKey>()
  /** Makes ids that nobody can work out from a file's name. */
  readonly #salt = randomBytes(16)

  /** Keeps a key under its id, which is the same each time that it is found in the same place. */
  add(held: ExaminedGpgKey): string {
    const place = [held.origin, held.file, held.details.fingerprint].join('\0')
    const id = createHash('sha256').update(this.#salt).update(place).digest('hex').slice(0, 32)
    this.#keys.delete(id)
    this.#keys.set(id, held)
    const byHand = [...this.#keys].filter(([, { origin }]) => origin === 'read')
    if (byHand.length > mostByHand) this.#keys.delete(byHand[0]![0])
    return id
  }

  /** Forgets what gpg had before and has no more. */
  keepOfGpg(found: ReadonlySet<string>): void {
    for (const [id, { origin }] of this.#keys) {
      if (origin === 'gpg' && !found.has(id)) this.#keys.delete(id)
    }
  }

  get(id: string): ExaminedGpgKey {
    const held = this.#keys.get(id)
    if (held) return held
    throw new FailureError({
      kind: 'not-found',
      message: 'This key is not among those that were found on this machine.',
      hint: 'Ask gpg again, or choose its file again.',
    })
  }

  entries(): [string, ExaminedGpgKey][] {
    return [...this.#keys]
  }
}

/** A held key as screens see it. */
export function shownGpgKey(
  localKeyId: string,
  { file, details, hasPrivateKey }: ExaminedGpgKey,
): LocalGpgKey {
  return { kind: 'key', localKeyId, file, hasPrivateKey, ...details }
}
