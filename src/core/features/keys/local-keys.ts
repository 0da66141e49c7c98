import { Buffer } from 'node:buffer'
import type { KeyImportResult, KeyRenewal } from '../../../shared/app/keys.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError, formatFailure } from '../../infra/failure.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { ExaminedKeys } from './examined-keys.ts'
import {
  type FileRow,
  type LocalRow,
  formatFileRow,
  skippedKeyFile,
  fileTooLarge,
} from './file-rows.ts'
import { importKeys } from './key-import.ts'
import {
  type ParsedAccountKey,
  type KeyKind,
  type KeyTypes,
  parseAccountKey,
  accountKeys,
} from './key-kind.ts'
import type { RemoteKeys } from './remote-keys.ts'
import { renewKey } from './key-renewal.ts'
import { KeysInUse } from './keys-in-use.ts'

/** A file that was chosen, dropped or pasted, as text or as bytes. */
export interface GivenFile {
  name: string
  text?: string
  base64?: string
}

/** The keys of one kind on this computer: compared with those of accounts, imported and renewed. */
export class LocalKeys<T extends KeyTypes> {
  readonly #kind: KeyKind<T>
  readonly #otherAccounts: (account: string) => readonly AccountService[]
  readonly #examined: ExaminedKeys<T['examined']>
  readonly #renewing = new Set<string>()

  /** `otherAccounts`: those signed in here on the same instance as an account. */
  constructor(
    kind: KeyKind<T>,
    otherAccounts: (account: string) => readonly AccountService[] = () => [],
  ) {
    this.#kind = kind
    this.#otherAccounts = otherAccounts
    this.#examined = new ExaminedKeys(kind.memoryLimit)
  }

  /** Looks for keys on this computer. Never throws: an unreadable file is a row, a failing gpg a state. */
  scan(): Promise<T['scan']> {
    return this.#kind.scan((rows) => {
      const shown = rows.map((row) => this.#remember('scan', row))
      this.#examined.forgetScanned(new Set(shown.flatMap(localKeyIdsOf)))
      return shown
    })
  }

  /** Reads files that were chosen, dropped or pasted. */
  async read(files: readonly GivenFile[]): Promise<LocalRow<T['local']>[]> {
    const { fileLimit } = this.#kind
    const rows: LocalRow<T['local']>[] = []
    for (const { name, text, base64 } of files) {
      const content = text ?? Buffer.from(base64 ?? '', 'base64')
      const examined: FileRow<T['examined']>[] =
        Buffer.byteLength(content) > fileLimit
          ? [skippedKeyFile(name, fileTooLarge(fileLimit))]
          : await this.#kind.examine(name, content)
      rows.push(...examined.map((row) => this.#remember('read', row)))
    }
    return uniqueRows(rows)
  }

  /** Forgets a key that was chosen, dropped or pasted. */
  forget(localKeyId: string): Record<string, never> {
    this.#examined.forgetRead(localKeyId)
    return {}
  }

  /** The keys of an account beside those of this computer. */
  async list(remote: RemoteKeys<T>): Promise<T['lists']> {
    const [account, details] = await Promise.all([
      accountKeys(this.#kind, remote),
      remote.details(),
    ])
    return this.#kind.compare({
      account: account.map((key) => ({ ...key, localKeyIds: this.#examined.idsOf(key.identity) })),
      local: this.#examined.entries().map(([localKeyId, key]) => ({
        localKeyId,
        key,
        onAccount: account.find(({ identity }) => identity === key.identity),
      })),
      owner: details,
    })
  }

  /** Adds keys one after the other; each has its own result. */
  importAll(
    remote: RemoteKeys<T>,
    choices: readonly T['choice'][],
  ): Promise<KeyImportResult<T['accountKey']>[]> {
    const others = this.#otherAccounts(remote.service.account)
    return importKeys(remote, choices, {
      kind: this.#kind,
      examined: (id) => this.#examined.get(id),
      inUse: new KeysInUse(this.#kind, remote, others),
      toAccountKey: (key) => this.#toAccountKey(key),
    })
  }

  /** Changes a key of the account, see `renewKey`. One at a time for each key. */
  async renew(
    service: AccountService,
    keyId: number,
    changes: T['changes'],
  ): Promise<KeyRenewal<T['accountKey'], T['backup'] & { localKeyId: string }>> {
    const lock = `${service.account}/${keyId}`
    if (this.#renewing.has(lock)) throw renewalInProgressFailure()
    this.#renewing.add(lock)
    try {
      const renewal = await renewKey(this.#kind.own(service), keyId, (entry) =>
        this.#kind.planRenewal(entry, changes, (id) => this.#examined.get(id)),
      )
      if ('entry' in renewal) {
        const { entry, ...result } = renewal
        const key = this.#toAccountKey(await parseAccountKey(this.#kind, entry))
        return 'failure' in result
          ? { ...result, failure: formatFailure(result.failure), key }
          : { ...result, key }
      }
      const { outcome, failure, plan } = renewal
      const localKeyId = this.#examined.add('renewal', plan.examined)
      return { outcome, failure: formatFailure(failure), backup: { ...plan.backup, localKeyId } }
    } finally {
      this.#renewing.delete(lock)
    }
  }

  #remember(origin: 'scan' | 'read', row: FileRow<T['examined']>): LocalRow<T['local']> {
    if (row.kind !== 'key') return formatFileRow(row)
    const key = { ...row.key, isAdded: origin === 'read' }
    return this.#kind.toLocalKey(this.#examined.add(origin, key), key)
  }

  #toAccountKey(key: ParsedAccountKey<T>): T['accountKey'] {
    return this.#kind.toAccountKey(key, this.#examined.idsOf(key.identity))
  }
}

function localKeyIdsOf(row: LocalRow<{ kind: 'key'; localKeyId: string }>): string[] {
  return row.kind === 'key' ? [row.localKeyId] : []
}

function uniqueRows<Key extends { kind: 'key'; localKeyId: string }>(
  rows: readonly LocalRow<Key>[],
): LocalRow<Key>[] {
  const ids = rows.map((row) => localKeyIdsOf(row)[0])
  return rows.filter((_, at) => ids[at] === undefined || ids.indexOf(ids[at]) === at)
}

/** A change deletes the key and adds it again, so a second one would find it missing. */
function renewalInProgressFailure(): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('keys.alreadyChanging'),
    hint: message('keys.waitForChange'),
  })
}
