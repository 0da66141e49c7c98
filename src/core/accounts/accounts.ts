import {
  type Account,
  type AccountsSnapshot,
  type KeychainState,
  firstSteps,
} from '../../shared/app/accounts.ts'
import { FailureError } from '../infra/failure.ts'
import { user } from '../../shared/service/current-user.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'
import type { JsonFile } from '../infra/files/json-file.ts'
import type { CallOptions, Target } from '../service-client/service-client.ts'
import { type AccountRecord, createRecord, userDetails } from './account-record.ts'
import { AccountRecords } from './account-records.ts'
import { AccountStore } from './account-store.ts'
import { normalizeBaseUrl } from '../network/base-url.ts'
import { AccountTokens, type AccountTokensPorts } from './account-tokens.ts'
import {
  insecureUrlError,
  noServiceFailure,
  signInFailure,
  wrongAccountError,
} from './sign-in-failure.ts'
import { canWrite } from './token-access.ts'

export interface AccountsPorts extends AccountTokensPorts {
  file: JsonFile<{ accounts: AccountRecord[] }>
  /** Throws if no request may be sent for an account now. */
  assertMayRequest?(id: string): void
  /** Called after every change. */
  onChange(snapshot: AccountsSnapshot): void
  /** Called after the token of an account was replaced. */
  onTokenReplaced?(id: string): void
}

interface NewAccount {
  baseUrl: string
  token: string
  allowHttp?: boolean
  loseAccess?: boolean
  /** Whether to offer the first steps. */
  firstSteps?: true
}

interface NewToken {
  id: string
  token: string
  loseAccess?: boolean
}

/**
 * The signed-in accounts. The file has their details; the tokens are in the keychain, or in memory without one. A keychain that
 * cannot be read changes nothing here.
 */
export class Accounts {
  readonly #ports: AccountsPorts
  readonly #records: AccountRecords
  readonly #tokens: AccountTokens
  readonly #store: AccountStore
  /** The last change; the next one waits for it, so that none overwrites another. */
  #lastChange: Promise<unknown> = Promise.resolve()
  #keychain: KeychainState | undefined

  constructor(ports: AccountsPorts) {
    this.#ports = ports
    this.#records = new AccountRecords(ports.file)
    this.#tokens = new AccountTokens(ports)
    this.#store = new AccountStore(this.#records, this.#tokens, ports)
  }

  /** The current state. The keychain is checked again in the background; a change of its state is sent as an event. */
  async snapshot(): Promise<AccountsSnapshot> {
    const checking = this.#checkKeychain()
    return this.#snapshotWith(this.#keychain ?? (await checking))
  }

  /** The URL and token for calls of this account; fails if its token cannot be read. */
  async target(id: string): Promise<Target> {
    const record = this.#records.get(id)
    this.#ports.assertMayRequest?.(id)
    return {
      baseUrl: record.baseUrl,
      token: await this.#tokens.get(record),
      isAdmin: record.isAdmin,
    }
  }

  /** Drops all cached tokens that the keychain still has. */
  dropTokens(): void {
    this.#tokens.dropAll()
  }

  ids(): string[] {
    return this.#records.all().map(({ id }) => id)
  }

  /** The other accounts of the same instance. */
  othersOnInstance(id: string): string[] {
    const { baseUrl } = this.#records.get(id)
    return this.#records
      .all()
      .filter((other) => other.id !== id && other.baseUrl === baseUrl)
      .map((other) => other.id)
  }

  /** Whether an account is on disk, ends with this process, or is no longer signed in. */
  lifetime(id: string): 'on-disk' | 'in-memory' | 'nowhere' {
    const record = this.#records.find(id)
    if (!record) return 'nowhere'
    return record.demo ? 'in-memory' : 'on-disk'
  }

  /** URL of the instance of an account; undefined if there is no such account. */
  instanceOf(id: unknown): string | undefined {
    return this.#records.find(id)?.baseUrl
  }

  /** Throws if there is no such account. */
  account(id: string): Account {
    return this.#toAccount(this.#records.get(id))
  }

  async add(
    { baseUrl: typed, token, allowHttp, loseAccess, firstSteps: isOffering }: NewAccount,
    { demo = false } = {},
  ): Promise<Account> {
    const baseUrl = checkUrl(typed, allowHttp)
    const me = await this.#verify(baseUrl, token)
    // The same user again means a new token, not a second account.
    const find = () => this.#records.all().find((r) => r.baseUrl === baseUrl && r.user.id === me.id)
    const scopes = await this.#tokens.checkNewToken(token, {
      baseUrl,
      replaced: find(),
      loseAccess,
    })
    return this.#inOrder(() => {
      const previous = find()
      const record = previous
        ? { ...previous, ...userDetails(me, previous.user) }
        : {
            ...createRecord(baseUrl, me, this.#records.all(), demo),
            ...(isOffering && { firstSteps: [...firstSteps] }),
          }
      return this.#save({ ...record, canWrite: canWrite(scopes) }, token)
    })
  }

  async replaceToken({ id, token, loseAccess }: NewToken): Promise<Account> {
    const record = this.#records.get(id)
    const me = await this.#verify(record.baseUrl, token)
    if (me.id !== record.user.id) throw wrongAccountError(record, me)
    const { baseUrl } = record
    const scopes = await this.#tokens.checkNewToken(token, {
      baseUrl,
      replaced: record,
      loseAccess,
    })
    return this.#inOrder(() => {
      const details = userDetails(me, record.user)
      return this.#save({ ...this.#records.get(id), ...details, canWrite: canWrite(scopes) }, token)
    })
  }

  /** Remembers that a token can only read, unless another one has replaced it meanwhile. */
  async markReadOnly(id: string, token: string | undefined): Promise<void> {
    await this.#inOrder(async () => {
      const record = this.#records.find(id)
      if (!record || record.canWrite === false) return
      if ((await this.#tokens.get(record).catch(() => undefined)) !== token) return
      this.#records.saveOrReport({ ...record, canWrite: false })
      await this.#notify()
    })
  }

  async update({ id, ...change }: Partial<AccountRecord> & { id: string }): Promise<Account> {
    const changes = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    return this.#inOrder(async () => {
      const record: AccountRecord = { ...this.#records.get(id), ...changes }
      this.#records.prepare(this.#records.withRecord(record)).commit()
      return this.#notifyOf(record)
    })
  }

  async reorder(ids: readonly string[]): Promise<AccountsSnapshot> {
    const place = (record: AccountRecord) => {
      const index = ids.indexOf(record.id)
      return index === -1 ? ids.length : index
    }
    return this.#inOrder(async () => {
      this.#records.prepare(this.#records.all().toSorted((a, b) => place(a) - place(b))).commit()
      return this.#notify()
    })
  }

  /** Reads GET /user again and updates `is_admin`, in memory even if the disk fails. */
  async refresh(id: string, options?: CallOptions): Promise<Account> {
    const me = await this.#ports.client.call(await this.target(id), user.get, {}, options)
    const { user: previous, isAdmin } = this.#records.get(id)
    const details = userDetails(me, previous)
    const isUnchanged = JSON.stringify({ user: previous, isAdmin }) === JSON.stringify(details)
    if (isUnchanged) return this.account(id)
    return this.#inOrder(async () => {
      const record = { ...this.#records.get(id), ...details }
      this.#records.saveOrReport(record)
      return this.#notifyOf(record)
    })
  }

  /** Removes token and account, or neither. */
  async signOut(id: string, { leaveToken = false } = {}): Promise<AccountsSnapshot> {
    return this.#inOrder(async () => {
      await this.#store.remove(this.#records.get(id), leaveToken)
      // guard: signed-out-token
      this.#tokens.drop(id)
      return this.#notify()
    })
  }

  async #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const run = this.#lastChange.then(change)
    this.#lastChange = run.catch(() => undefined)
    return run
  }

  #snapshotWith(keychain: KeychainState): AccountsSnapshot {
    return {
      accounts: this.#records.all().map((record) => this.#toAccount(record)),
      keychain,
      leftOut: this.#ports.file.skippedCount(),
    }
  }

  async #checkKeychain(): Promise<KeychainState> {
    const before = this.#keychain
    const now = await this.#ports.keychain.describe()
    this.#keychain = now
    if (before && JSON.stringify(before) !== JSON.stringify(now)) {
      this.#ports.onChange(this.#snapshotWith(now))
    }
    return now
  }

  async #verify(baseUrl: string, token: string): Promise<CurrentUser> {
    try {
      const me = await this.#ports.client.call({ baseUrl, token }, user.get, {})
      // Other services have users with IDs, too.
      if (me.username === '') throw new FailureError(noServiceFailure({}))
      return me
    } catch (error) {
      throw error instanceof FailureError ? signInFailure(error) : error
    }
  }

  async #save(record: AccountRecord, token: string): Promise<Account> {
    const saved = await this.#store.save(record, token)
    this.#tokens.cache(saved.id, token)
    this.#ports.onTokenReplaced?.(saved.id)
    return this.#notifyOf(saved)
  }

  #toAccount({ secret, ...record }: AccountRecord): Account {
    return { ...record, token: this.#tokens.locationOf({ id: record.id, secret }) }
  }

  async #notifyOf(record: AccountRecord): Promise<Account> {
    await this.#notify()
    return this.#toAccount(record)
  }

  async #notify(): Promise<AccountsSnapshot> {
    const snapshot = await this.snapshot()
    this.#ports.onChange(snapshot)
    return snapshot
  }
}

function checkUrl(typed: string, allowHttp: boolean | undefined): string {
  const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
  if (needsHttpConsent && !allowHttp) throw insecureUrlError(baseUrl)
  return baseUrl
}
