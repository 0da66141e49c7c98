import { FailureError } from '../infra/failure.ts'
import type { JsonFile } from '../infra/files/json-file.ts'
import type { PreparedFile } from '../infra/files/atomic-write.ts'
import type { AccountRecord } from './account-record.ts'
import { message } from '../../shared/messages/message.ts'

/** Who is signed in, in their order: those of the file, and those of the demo service, which are never written. */
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

  /** Throws when there is no such account. */
  get(id: string): AccountRecord {
    const record = this.find(id)
    if (record) return record
    throw new FailureError({
      kind: 'not-found',
      reason: 'unknown-account',
      message: message('signIn.accountGone'),
      hint: message('signIn.accountGoneHint'),
    })
  }

  /** All of them, with this one in its place or last. */
  with(record: AccountRecord): AccountRecord[] {
    if (!this.find(record.id)) return [...this.all(), record]
    return this.all().map((other) => (other.id === record.id ? record : other))
  }

  /** Makes these all there are, once it is committed. The disk is asked now, and only where the file has to change. */
  prepare(records: readonly AccountRecord[]): PreparedFile {
    const accounts = records.filter(({ demo }) => !demo)
    const isSaved = JSON.stringify(accounts) === JSON.stringify(this.#file.read().accounts)
    const file = isSaved ? undefined : this.#file.prepare({ accounts })
    return {
      commit: () => {
        file?.commit()
        this.#demo = records.filter(({ demo }) => demo)
      },
      cancel: () => file?.cancel(),
    }
  }

  /** Takes what the service says of an account, also where the disk does not take it. */
  keep(record: AccountRecord): void {
    const records = this.with(record)
    if (!record.demo) this.#file.keep({ accounts: records.filter(({ demo }) => !demo) })
    this.#demo = records.filter(({ demo }) => demo)
  }
}
