import { createFailureError } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import type { PreparedFile } from '../platform/files/atomic-write.ts'
import type { AccountRecord } from './account-record.ts'

/** The signed-in accounts in display order: those in the file, plus demo accounts, which are never saved. */
export class AccountRecords {
  readonly #file: JsonFile<{ accounts: AccountRecord[] }>
  #demo: AccountRecord[] = []

  constructor(file: JsonFile<{ accounts: AccountRecord[] }>) {
    this.#file = file
  }

  all(): AccountRecord[] {
    return [...this.#file.read().accounts, ...this.#demo]
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

  /** Updates an account, at least in memory if saving fails. */
  saveOrReport(record: AccountRecord): void {
    const records = this.withRecord(record)
    if (!record.demo) this.#file.saveOrReport({ accounts: records.filter(({ demo }) => !demo) })
    this.#demo = records.filter(({ demo }) => demo)
  }
}
