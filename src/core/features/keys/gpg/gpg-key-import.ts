import { Buffer } from 'node:buffer'
import {
  type AccountGpgKey,
  type GpgKeyImportResult,
  type GpgKeyRenewal,
  type GpgState,
  type JoinedGpgKey,
  type LocalGpgKey,
  type LocalGpgKeyRow,
  gpgKeyFileLimit,
} from '../../../../shared/app/gpg-keys.ts'
import { FailureError } from '../../../../shared/failure.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { skipped } from '../ssh/examine.ts'
import { saysTaken } from '../keys-in-use.ts'
import { type ReadAccountKey, allGpgKeys, findGpgKey } from '../../../keys/account-gpg-keys.ts'
import { matched } from './addresses.ts'
import { type GpgKeyRow, examineGpg } from './examine-gpg.ts'
import { GpgCopies } from './gpg-copies.ts'
import type { GpgKeyOwner } from './gpg-key-owner.ts'
import { addGpgKey, renewGpgKey } from './gpg-key-renewal.ts'
import { readGpgListing } from './gpg-listing.ts'
import type { GpgProgram } from './gpg-program.ts'
import { type ExaminedGpgKey, ExaminedGpgKeys, shownGpgKey } from './examined-gpg-keys.ts'
import { newParts } from './new-parts.ts'
import { blockToSend } from './sent-gpg-key.ts'
import { TakenGpgKeys } from './gpg-keys-in-use.ts'
import { endsAll, renewingAlready } from '../one-at-a-time.ts'

export interface GpgKeyImportPorts {
  gpg: GpgProgram
  /** Milliseconds since 1970. */
  now(): number
  /** The other accounts signed in here on the same instance as this one. */
  otherAccounts(account: string): readonly AccountService[]
}

interface GivenFile {
  name: string
  text?: string
  base64?: string
}

/**
 * Brings GPG public keys of this machine to an account.
 *
 * Promise: what is sent is a block put together from the packets of one public key, checked once more, and never a file's
 * text. A file with secret material gives no key at all.
 */
export class GpgKeyImport {
  readonly #ports: GpgKeyImportPorts
  readonly #held = new ExaminedGpgKeys()
  readonly #copies: GpgCopies
  readonly #renewing = new Set<string>()

  constructor(ports: GpgKeyImportPorts) {
    this.#ports = ports
    this.#copies = new GpgCopies(ports.gpg, ports.now)
  }

  /** Asks gpg which public keys it has. Never throws: what is wrong with gpg is its state. */
  async scan(): Promise<{ gpg: GpgState; keys: LocalGpgKey[] }> {
    const answer = await this.#ports.gpg.list()
    if ('state' in answer) return { gpg: answer.state, keys: [] }
    const listed = readGpgListing(answer.output, this.#ports.now())
    const keys = listed.map(({ details, hasPrivateKey }) => {
      const held: ExaminedGpgKey = { origin: 'gpg', file: 'gpg', details, hasPrivateKey }
      return shownGpgKey(this.#held.add(held), held)
    })
    this.#held.keepOfGpg(new Set(keys.map(({ localKeyId }) => localKeyId)))
    return { gpg: { state: 'ready', message: '' }, keys }
  }

  /** Reads files that were chosen, dropped or pasted. */
  async read(files: readonly GivenFile[]): Promise<LocalGpgKeyRow[]> {
    const rows: LocalGpgKeyRow[] = []
    for (const { name, text, base64 } of files) {
      const content = text ?? Buffer.from(base64 ?? '', 'base64')
      const found: GpgKeyRow[] =
        Buffer.byteLength(content) > gpgKeyFileLimit
          ? [skipped(name, 'is larger than 512 KiB, so it is no file of your keys')]
          : await examineGpg(name, content, this.#ports.now())
      rows.push(...found.map((row) => this.#shown(row)))
    }
    return onceEach(rows)
  }

  /** The owner's keys beside those known here, joined by fingerprint. */
  async list(owner: GpgKeyOwner): Promise<{ account: AccountGpgKey[]; local: JoinedGpgKey[] }> {
    const [own, addresses] = await Promise.all([
      allGpgKeys(owner, this.#ports.now()),
      owner.addresses(),
    ])
    const held = this.#held.entries()
    const copies = await this.#copies.ofAll(held.filter(([, one]) => isOn(own, one)))
    const local = held.map(([id, one]): JoinedGpgKey => {
      const there = findGpgKey(own, one.details.fingerprint)
      const here = copies.get(id)
      const news = there?.key && here ? newParts(here, there.key) : []
      return {
        ...shownGpgKey(id, one),
        ...matched(one.details, addresses),
        state: !there ? 'new' : news.length > 0 ? 'changed' : 'on-account',
        accountKeyId: there?.entry.id,
        news,
      }
    })
    const account = own.map(({ entry, key }): AccountGpgKey => ({
      ...entry,
      details: key && { ...key.details, ...matched(key.details, addresses) },
      localKeyIds: local
        .filter(({ accountKeyId }) => accountKeyId === entry.id)
        .map((one) => one.localKeyId),
    }))
    return { account, local }
  }

  /** Adds keys one after the other. What one of them runs into is its own result; see `endsAll` for what ends the rest. */
  async importAll(
    owner: GpgKeyOwner,
    localKeyIds: readonly string[],
  ): Promise<GpgKeyImportResult[]> {
    const now = this.#ports.now()
    const there = await allGpgKeys(owner, now)
    const taken = new TakenGpgKeys(owner, this.#ports.otherAccounts(owner.service.account), now)
    const results: GpgKeyImportResult[] = []
    let isOver = false
    for (const localKeyId of localKeyIds) {
      const result: GpgKeyImportResult = isOver
        ? { outcome: 'not-tried', localKeyId }
        : await this.#import(owner, localKeyId, there, taken)
      isOver ||= result.outcome === 'failed' && endsAll.has(result.failure.kind)
      results.push(result)
    }
    return results
  }

  /** Replaces a key of the account by the newer local one, see `renewGpgKey`. One at a time for each key. */
  async renew(service: AccountService, keyId: number, localKeyId: string): Promise<GpgKeyRenewal> {
    const lock = `${service.account}/${keyId}`
    if (this.#renewing.has(lock)) throw renewingAlready()
    this.#renewing.add(lock)
    try {
      const local = await this.#copies.of(this.#held.get(localKeyId))
      const renewal = await renewGpgKey(service, keyId, local, this.#ports.now())
      if ('key' in renewal) return renewal
      const { outcome, failure, old } = renewal
      const { details, packets } = old
      const kept: ExaminedGpgKey = {
        origin: 'kept',
        file: 'the account',
        details,
        packets,
        hasPrivateKey: false,
      }
      return {
        outcome,
        failure,
        kept: {
          localKeyId: this.#held.add(kept),
          fingerprint: details.fingerprint,
          publicKey: old.block,
        },
      }
    } finally {
      this.#renewing.delete(lock)
    }
  }

  async #import(
    owner: GpgKeyOwner,
    localKeyId: string,
    there: ReadAccountKey[],
    taken: TakenGpgKeys,
  ): Promise<GpgKeyImportResult> {
    const now = this.#ports.now()
    try {
      const held = this.#held.get(localKeyId)
      const { fingerprint } = held.details
      const here = findGpgKey(there, fingerprint)
      if (here) return { outcome: 'taken', localKeyId, ...taken.here(here) }
      const key = await this.#copies.of(held)
      const block = await blockToSend(held.file, key.packets)
      try {
        const entry = await owner.noted(block, () => addGpgKey(owner, block, fingerprint, now))
        there.push({ entry, key })
        return { outcome: 'imported', localKeyId, key: entry }
      } catch (error) {
        if (!(error instanceof FailureError) || !saysTaken(error.failure)) throw error
        const known = await allGpgKeys(owner, now)
        return { outcome: 'taken', localKeyId, ...(await taken.where(fingerprint, known)) }
      }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return { outcome: 'failed', localKeyId, failure: error.failure }
    }
  }

  #shown(row: GpgKeyRow): LocalGpgKeyRow {
    if (row.kind !== 'key') return row
    const { details, packets } = row.key
    const held: ExaminedGpgKey = {
      origin: 'read',
      file: row.file,
      details,
      packets,
      hasPrivateKey: false,
    }
    return shownGpgKey(this.#held.add(held), held)
  }
}

function isOn(own: readonly ReadAccountKey[], { details }: ExaminedGpgKey): boolean {
  return findGpgKey(own, details.fingerprint) !== undefined
}

function onceEach(rows: readonly LocalGpgKeyRow[]): LocalGpgKeyRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    if (row.kind !== 'key') return true
    const isNew = !seen.has(row.localKeyId)
    seen.add(row.localKeyId)
    return isNew
  })
}
