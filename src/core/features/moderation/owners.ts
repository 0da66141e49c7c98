import type { Account } from '../../../shared/app/accounts.ts'
import { FailureError } from '../../infra/failure.ts'
import { readOnlyFailure } from '../../../shared/read-only-token.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { persist } from './persist.ts'

/** An acting user on one instance. */
export interface Owner {
  /** Of this file. */
  id: number
  /** ID of the account through which they act. */
  account: string
  baseUrl: string
  /** ID and username there. */
  actor: { id: number; username: string }
  isAdmin: boolean
  /** Whether the account's token can only read. */
  isReadOnly: boolean
}

/** The accounts that are signed in. */
export interface SignedInAccounts {
  ids(): string[]
  /** Throws when there is no such account. */
  account(id: string): Pick<Account, 'id' | 'baseUrl' | 'user' | 'isAdmin' | 'canWrite'>
}

/** The owners of queued actions. An account is looked up each time, because it may sign in again as another user. */
export class Owners {
  readonly #sql: Sql
  readonly #accounts: SignedInAccounts

  constructor(sql: Sql, accounts: SignedInAccounts) {
    this.#sql = sql
    this.#accounts = accounts
  }

  /** The owner that an account stands for. Throws when there is no such account. */
  get(account: string): Owner {
    const { id, baseUrl, user, isAdmin, canWrite } = this.#accounts.account(account)
    const known =
      this.#id(baseUrl, user.id) ??
      persist(() =>
        this.#sql.run('INSERT INTO owners (base_url, actor_id) VALUES (?, ?)', baseUrl, user.id),
      ).id
    return {
      id: known,
      account: id,
      baseUrl,
      actor: { id: user.id, username: user.username },
      isAdmin,
      isReadOnly: canWrite === false,
    }
  }

  /** The owner for queueing an action. Throws where the token can only read. */
  getWritable(account: string): Owner {
    const owner = this.get(account)
    if (owner.isReadOnly) throw new FailureError(readOnlyFailure)
    return owner
  }

  /** All owners whose accounts are signed in; the actions of others are kept and not sent. */
  signedIn(): Owner[] {
    return this.#accounts.ids().flatMap((account) => {
      const { baseUrl, user } = this.#accounts.account(account)
      return this.#id(baseUrl, user.id) === undefined ? [] : [this.get(account)]
    })
  }

  isPaused({ id }: Owner): boolean {
    return this.#sql.one('SELECT paused FROM owners WHERE id = ?', id)?.['paused'] === 1
  }

  setPaused({ id }: Owner, isPaused: boolean): void {
    this.#sql.run('UPDATE owners SET paused = ? WHERE id = ?', isPaused ? 1 : 0, id)
  }

  #id(baseUrl: string, actorId: number): number | undefined {
    const row = this.#sql.one(
      'SELECT id FROM owners WHERE base_url = ? AND actor_id = ?',
      baseUrl,
      actorId,
    )
    return row && Number(row['id'])
  }
}
