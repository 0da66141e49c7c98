import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import {
  type AccountSshKey,
  type LocalSshKey,
  type LocalSshKeyRow,
  type SshKeyChanges,
  type SshKeyChoice,
  type SshKeyImportResult,
  type SshKeyRenewal,
  localKeyFileLimit,
} from '../../../../shared/app/local-keys.ts'
import { FailureError } from '../../../../shared/failure.ts'
import type { SshKey } from '../../../../shared/service/ssh-keys.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import {
  findSshKey,
  keyOfAccount,
  refusePastExpiry,
  shownAccountKey,
} from '../../../keys/account-ssh-keys.ts'
import { type KeyRow, examine, skipped } from './examine.ts'
import { type ExaminedKey, ExaminedKeys, shownKey } from '../../../keys/examined-keys.ts'
import { tooLarge } from './read-key-file.ts'
import { scanFolder } from './scan.ts'
import { lineToSend, refuseSecretTitle } from './sent-key.ts'
import type { SshKeyOwner } from './ssh-key-owner.ts'
import { renewSshKey } from './ssh-key-renewal.ts'
import { TakenKeys, saysTaken } from '../keys-in-use.ts'
import { mendedText } from '../../../keys/text.ts'
import { endsAll, renewingAlready } from '../one-at-a-time.ts'

export interface SshKeyImportPorts {
  /** The home folder, of which `.ssh` is scanned. No other path is ever opened. */
  home: string
  /** This machine's name, for titles of keys without a comment. */
  hostName: string
  /** Milliseconds since 1970. */
  now(): number
  /** The other accounts signed in here on the same instance as this one. */
  otherAccounts(account: string): readonly AccountService[]
}

interface ScanOptions {
  signal?: AbortSignal
  /** AlreadyNotified each row as it is found. */
  onRow?(row: LocalSshKeyRow): void
}

/**
 * Brings SSH public keys of this machine to an account.
 *
 * Promise: what is sent is a line put together from a parsed public key, checked once more, and never a file's text. A file
 * with secret material gives no key at all.
 */
export class SshKeyImport {
  readonly #ports: SshKeyImportPorts
  readonly #held = new ExaminedKeys()
  readonly #renewing = new Set<string>()

  constructor(ports: SshKeyImportPorts) {
    this.#ports = ports
  }

  /** Looks through `~/.ssh`. Throws only when the signal is aborted. */
  async scan({ signal, onRow }: ScanOptions = {}): Promise<LocalSshKeyRow[]> {
    const folder = join(this.#ports.home, '.ssh')
    const rows: LocalSshKeyRow[] = []
    const found = new Set<string>()
    for await (const one of scanFolder(folder, { shownAs: '~/.ssh', signal })) {
      const row = this.#shown(one, 'scan')
      if (row.kind === 'key') found.add(row.localKeyId)
      rows.push(row)
      onRow?.(row)
    }
    this.#held.keepOfScan(found)
    return rows
  }

  /** Reads texts that were chosen, dropped or pasted. */
  read(files: readonly { name: string; text: string }[]): LocalSshKeyRow[] {
    const seen = new Set<string>()
    return files
      .flatMap(({ name, text }): KeyRow[] =>
        Buffer.byteLength(text) > localKeyFileLimit
          ? [skipped(name, tooLarge)]
          : examine(name, text, mendedText(text)),
      )
      .map((row) => this.#shown(row, 'read'))
      .filter((row) => {
        if (row.kind !== 'key') return true
        const isNew = !seen.has(row.localKeyId)
        seen.add(row.localKeyId)
        return isNew
      })
  }

  /** The owner's keys beside those known here, joined by type and blob. */
  async list(owner: SshKeyOwner): Promise<{
    account: AccountSshKey[]
    local: (LocalSshKey & { keyId?: number })[]
  }> {
    const account = (await owner.list()).map((key) => shownAccountKey(key, this.#held))
    const keyIds = new Map(
      account.flatMap(({ id, localKeyIds }) => localKeyIds.map((l) => [l, id])),
    )
    const local = this.#held
      .entries()
      .map(([id, held]) => ({ ...shownKey(id, held), keyId: keyIds.get(id) }))
    return { account, local }
  }

  async importOne(owner: SshKeyOwner, choice: SshKeyChoice): Promise<SshKeyImportResult> {
    const [result] = await this.importAll(owner, [choice])
    return result!
  }

  /** Adds keys one after the other. What one of them runs into is its own result; see `endsAll` for what ends the rest. */
  async importAll(
    owner: SshKeyOwner,
    choices: readonly SshKeyChoice[],
    onResult?: (result: SshKeyImportResult) => void,
  ): Promise<SshKeyImportResult[]> {
    const there = await owner.list()
    const taken = new TakenKeys(owner, this.#ports.otherAccounts(owner.service.account))
    const results: SshKeyImportResult[] = []
    let isOver = false
    for (const choice of choices) {
      const result: SshKeyImportResult = isOver
        ? { outcome: 'not-tried', localKeyId: choice.localKeyId }
        : await this.#import(owner, choice, there, taken)
      isOver ||= result.outcome === 'failed' && endsAll.has(result.failure.kind)
      results.push(result)
      onResult?.(result)
    }
    return results
  }

  /** Changes a key of the account, see `renewSshKey`. One at a time for each key. */
  async renew(
    service: AccountService,
    keyId: number,
    changes: SshKeyChanges,
  ): Promise<SshKeyRenewal> {
    const lock = `${service.account}/${keyId}`
    if (this.#renewing.has(lock)) throw renewingAlready()
    this.#renewing.add(lock)
    try {
      const renewal = await renewSshKey(service, keyId, changes, this.#ports.now())
      if ('key' in renewal) return { ...renewal, key: shownAccountKey(renewal.key, this.#held) }
      const { kept, ...rest } = renewal
      const held: ExaminedKey = {
        origin: 'kept',
        file: kept.title,
        key: keyOfAccount({ key: kept.publicKey })!,
        title: kept.title,
      }
      return { ...rest, kept: { ...kept, localKeyId: this.#held.add(held) } }
    } finally {
      this.#renewing.delete(lock)
    }
  }

  async #import(
    owner: SshKeyOwner,
    choice: SshKeyChoice,
    there: SshKey[],
    taken: TakenKeys,
  ): Promise<SshKeyImportResult> {
    const { localKeyId } = choice
    try {
      const { file, key, title } = this.#held.get(localKeyId)
      const here = findSshKey(there, key)
      if (here) return { outcome: 'taken', localKeyId, ...taken.here(here) }
      refusePastExpiry(choice.expires_at, this.#ports.now())
      refuseSecretTitle(choice.title ?? title)
      const fields = {
        title: choice.title ?? title,
        key: lineToSend(file, key),
        usage_type: choice.usage_type,
        expires_at: choice.expires_at,
      }
      try {
        const added = await owner.noted(fields, () => owner.add(fields))
        there.push(added)
        return { outcome: 'imported', localKeyId, key: shownAccountKey(added, this.#held) }
      } catch (error) {
        if (!(error instanceof FailureError) || !saysTaken(error.failure)) throw error
        return { outcome: 'taken', localKeyId, ...(await taken.where(key, await owner.list())) }
      }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      return { outcome: 'failed', localKeyId, failure: error.failure }
    }
  }

  #shown(row: KeyRow, origin: ExaminedKey['origin']): LocalSshKeyRow {
    if (row.kind !== 'key') return row
    const { kind: _, ...found } = row
    const held: ExaminedKey = { ...found, origin, title: this.#title(found) }
    return shownKey(this.#held.add(held), held)
  }

  /** The comment, else the file's name and this machine's. */
  #title({ file, key }: Pick<ExaminedKey, 'file' | 'key'>): string {
    const name = file.replace(/^.*\//, '').replace(/\.pub$/, '')
    return (key.comment || `${name} (${this.#ports.hostName})`).slice(0, 255)
  }
}
