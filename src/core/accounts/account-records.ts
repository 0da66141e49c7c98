import { createFailureError } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import type { PreparedFile } from '../platform/files/atomic-write.ts'
import type { AccountRecord } from './account-record.ts'

/** The signed-in accounts in display order: those in the file, plus demo accounts, which are never saved. */
export class AccountRecords {
  readonly #file: JsonFile<{ accounts: AccountRecord[] }>
  #demo: AccountRecord[] = []
  /** The last change, which the next one waits for so they never overwrite each other. */
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(file: JsonFile<{ accounts: AccountRecord[] }>) {
    this.#file = file
  }

  all(): AccountRecord[] {
    return [...this.#file.read().accounts, ...this.#demo]
  }

  ids(): string[] {
    return this.all().map(({ id }) => id)
  }

  find(id: unknown): AccountRecord | undefined {
    return this.all().find((record) => record.id === id)
  }

  /** Throws if there is no such account. */
  get(id: string): AccountRecord {
    const record = this.find(id)
    if (record) return record
    throw createFailureError('signIn.accountGone')
  }

  /** All records with this one replaced or appended. */
  withRecord(record: AccountRecord): AccountRecord[] {
    if (!this.find(record.id)) return [...this.all(), record]
    return this.all().map((other) => (other.id === record.id ? record : other))
  }

  /** Prepares to replace all records; takes effect on commit. Writes the file only if its content changes. */
  prepare(records: readonly AccountRecord[]): PreparedFile {
    const accounts = records.filter(({ demo }) => !demo)
    const isUnchanged = JSON.stringify(accounts) === JSON.stringify(this.#file.read().accounts)
    const file = isUnchanged ? undefined : this.#file.prepare({ accounts })
    return {
      commit: () => {
        file?.commit()
        this.#demo = records.filter(({ demo }) => demo)
      },
      cancel: () => file?.cancel(),
    }
  }

  /** Runs changes one at a time. */
  async inOrder<T>(change: () => Promise<T>): Promise<T> {
    const run = this.#lastChange.then(change)
    this.#lastChange = run.catch(() => undefined)
    return run
  }

  /** Adds or replaces an account. Throws if saving fails. */
  save(record: AccountRecord): void {
    this.prepare(this.withRecord(record)).commit()
  }

  /** Changes an account, at least in memory if saving fails. Returns the record. */
  update(id: string, changes: Partial<AccountRecord>): AccountRecord {
    const record = { ...this.get(id), ...changes }
    const records = this.withRecord(record)
    if (!record.demo) this.#file.saveOrReport({ accounts: records.filter(({ demo }) => !demo) })
    this.#demo = records.filter(({ demo }) => demo)
    return record
  }
}
