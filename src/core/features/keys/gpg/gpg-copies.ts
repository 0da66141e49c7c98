import { FailureError } from '../../../../shared/failure.ts'
import type { GpgProgram } from './gpg-program.ts'
import { type GpgPublicKey, readGpgKey } from '../../../keys/gpg-public-key.ts'
import type { ExaminedGpgKey } from './examined-gpg-keys.ts'
import { PgpProblem, SecretPacket, publicKeysIn } from '../../../keys/pgp-packets.ts'

/** Gets whole keys of this machine: from their packets, or from gpg where it has them. */
export class GpgCopies {
  readonly #gpg: GpgProgram
  readonly #now: () => number

  constructor(gpg: GpgProgram, now: () => number) {
    this.#gpg = gpg
    this.#now = now
  }

  /** The whole of one key; fails where gpg does not hand it out. */
  async of({ packets, details: { fingerprint } }: ExaminedGpgKey): Promise<GpgPublicKey> {
    const exported = packets ? [packets] : await this.#exported([fingerprint])
    const found = (await this.#read(exported)).find((key) => is(key, fingerprint))
    if (found) return found
    throw new FailureError({
      kind: 'not-found',
      message: `gpg did not hand out the public key ${fingerprint}.`,
      hint: 'Nothing was sent. Ask gpg for its keys again.',
    })
  }

  /** The whole of several keys, by id. Those that gpg does not hand out now are left out. */
  async ofAll(entries: readonly [string, ExaminedGpgKey][]): Promise<Map<string, GpgPublicKey>> {
    const wanted = entries.filter(([, { packets }]) => !packets)
    const exported = await this.#exported(wanted.map(([, { details }]) => details.fingerprint))
    const ofGpg = await this.#read(exported)
    const found = new Map<string, GpgPublicKey>()
    for (const [id, { packets, details }] of entries) {
      const keys = packets ? await this.#read([packets]) : ofGpg
      const key = keys.find((one) => is(one, details.fingerprint))
      if (key) found.set(id, key)
    }
    return found
  }

  async #exported(fingerprints: readonly string[]): Promise<Buffer[]> {
    const answer = await this.#gpg.export(fingerprints)
    if ('state' in answer) return []
    return ifReadable(() => publicKeysIn(answer.output)) ?? []
  }

  async #read(all: readonly Buffer[]): Promise<GpgPublicKey[]> {
    const keys: GpgPublicKey[] = []
    for (const packets of all) {
      const key = await readGpgKey(packets, this.#now()).catch(unlessUnreadable)
      if (key) keys.push(key)
    }
    return keys
  }
}

function is({ details }: GpgPublicKey, fingerprint: string): boolean {
  return details.fingerprint === fingerprint
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    return unlessUnreadable(error)
  }
}

function unlessUnreadable(error: unknown): undefined {
  if (error instanceof PgpProblem || error instanceof SecretPacket) return undefined
  throw error
}
