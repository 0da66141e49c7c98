import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { ExaminedGpgKey } from './gpg-key-kind.ts'
import type { GpgProgram } from './gpg-program.ts'
import { type GpgPublicKey, readGpgKey } from '../../../keys/gpg-public-key.ts'
import { MalformedKeyError } from '../../../keys/key-problem.ts'
import { SecretPacketError, splitGpgKeys } from '../../../keys/pgp-packets.ts'

/** Gets whole keys of this computer: from their packets, or from gpg where it has them. */
export class GpgCopies {
  readonly #gpg: GpgProgram
  readonly #now: () => number

  constructor(gpg: GpgProgram, now: () => number) {
    this.#gpg = gpg
    this.#now = now
  }

  /** One whole key; fails where gpg does not export it. */
  async find({ packets, identity: fingerprint }: ExaminedGpgKey): Promise<GpgPublicKey> {
    const exported = packets ? [packets] : await this.#export([fingerprint])
    const copy = (await this.#read(exported)).find((key) => hasFingerprint(key, fingerprint))
    if (copy) return copy
    throw new FailureError({
      kind: 'not-found',
      message: message('keys.notExported', { fingerprint }),
      hint: message('keys.reloadAndRetry'),
    })
  }

  /** Several whole keys, by ID. Those that gpg does not export are left out. */
  async findAll(
    all: readonly { localKeyId: string; key: ExaminedGpgKey }[],
  ): Promise<Map<string, GpgPublicKey>> {
    const ofGpg = all.filter(({ key }) => !key.packets)
    const exported = await this.#read(await this.#export(ofGpg.map(({ key }) => key.identity)))
    const whole = new Map<string, GpgPublicKey>()
    for (const { localKeyId, key } of all) {
      const candidates = key.packets ? await this.#read([key.packets]) : exported
      const copy = candidates.find((one) => hasFingerprint(one, key.identity))
      if (copy) whole.set(localKeyId, copy)
    }
    return whole
  }

  async #export(fingerprints: readonly string[]): Promise<Buffer[]> {
    const answer = await this.#gpg.export(fingerprints)
    if ('failure' in answer) return []
    return ifReadable(() => splitGpgKeys(answer.output)) ?? []
  }

  async #read(all: readonly Buffer[]): Promise<GpgPublicKey[]> {
    const keys: GpgPublicKey[] = []
    for (const packets of all) {
      const key = await readGpgKey(packets, this.#now()).catch(ignoreUnreadable)
      if (key) keys.push(key)
    }
    return keys
  }
}

function hasFingerprint({ details }: GpgPublicKey, fingerprint: string): boolean {
  return details.fingerprint === fingerprint
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    return ignoreUnreadable(error)
  }
}

function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof MalformedKeyError || error instanceof SecretPacketError) return undefined
  throw error
}
