import type { Account, AccountsSnapshot, KeychainState } from '../../shared/app/accounts.ts'
import { FailureError } from '../infra/failure.ts'
import { user } from '../../shared/service/current-user.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'
import type { JsonFile } from '../infra/files/json-file.ts'
import type { CallOptions, Target } from '../service-client/service-client.ts'
import { type AccountRecord, newRecord, secretName, detailsOf } from './account-record.ts'
import { AccountRecords } from './account-records.ts'
import { normalizeBaseUrl } from '../network/base-url.ts'
import { AccountTokens, type AccountTokensPorts } from './account-tokens.ts'
import { insecureAddress, noService, signInFailure, wrongAccountError } from './sign-in-failure.ts'
import { canWrite } from './token-access.ts'

export interface AccountsPorts extends AccountTokensPorts {
  file: JsonFile<{ accounts: AccountRecord[] }>
  /** Throws if no request may be sent for an account now. */
  mayAsk?(id: string): void
  /** Called after every change. */
  changed(snapshot: AccountsSnapshot): void
  /** Called after the token of an account was replaced. */
  tokenReplaced?(id: string): void
}

interface NewAccount {
  baseUrl: string
  token: string
  allowHttp?: boolean
  loseAccess?: boolean
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
  /** The last change; the next one waits for it, so that none overwrites another. */
  #last: Promise<unknown> = Promise.resolve()
  #keychain: KeychainState | undefined

  constructor(ports: AccountsPorts) {
    this.#ports = ports
    this.#records = new AccountRecords(ports.file)
    this.#tokens = new AccountTokens(ports)
  }

  /** The current state. The keychain is checked again in the background; a change of its state is sent as an event. */
  async snapshot(): Promise<AccountsSnapshot> {
    const checking = this.#checkKeychain()
    return this.#snapshotWith(this.#keychain ?? (await checking))
  }

  /** The URL and token for calls of this account; fails if its token cannot be read. */
  async target(id: string): Promise<Target> {
    const record = this.#records.get(id)
    this.#ports.mayAsk?.(id)
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
  onSameInstance(id: string): string[] {
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
    return this.#shown(this.#records.get(id))
  }

  async add(
    { baseUrl: typed, token, allowHttp, loseAccess }: NewAccount,
    { demo = false } = {},
  ): Promise<Account> {
    const baseUrl = checkedUrl(typed, allowHttp)
    const me = await this.#verified(baseUrl, token)
    // The same user again means a new token, not a second account.
    const find = () => this.#records.all().find((r) => r.baseUrl === baseUrl && r.user.id === me.id)
    const scopes = await this.#tokens.scopesOfNew(token, { baseUrl, known: find(), loseAccess })
    return this.#serialized(() => {
      const known = find()
      const record = known
        ? { ...known, ...detailsOf(me, known.user) }
        : newRecord(baseUrl, me, this.#records.all(), demo)
      return this.#keep({ ...record, canWrite: canWrite(scopes) }, token)
    })
  }

  async replaceToken({ id, token, loseAccess }: NewToken): Promise<Account> {
    const record = this.#records.get(id)
    const me = await this.#verified(record.baseUrl, token)
    if (me.id !== record.user.id) throw wrongAccountError(record, me)
    const { baseUrl } = record
    const scopes = await this.#tokens.scopesOfNew(token, { baseUrl, known: record, loseAccess })
    return this.#serialized(() => {
      const said = detailsOf(me, record.user)
      return this.#keep({ ...this.#records.get(id), ...said, canWrite: canWrite(scopes) }, token)
    })
  }

  /** Remembers that a token can only read, unless another one has replaced it meanwhile. */
  async noteReadOnly(id: string, token: string | undefined): Promise<void> {
    await this.#serialized(async () => {
      const record = this.#records.find(id)
      if (!record || record.canWrite === false) return
      if ((await this.#tokens.get(record).catch(() => undefined)) !== token) return
      this.#records.keep({ ...record, canWrite: false })
      await this.#notify()
    })
  }

  async update({ id, ...change }: Partial<AccountRecord> & { id: string }): Promise<Account> {
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    return this.#serialized(async () => {
      const record: AccountRecord = { ...this.#records.get(id), ...given }
      this.#records.prepare(this.#records.with(record)).commit()
      return this.#changed(record)
    })
  }

  async reorder(ids: readonly string[]): Promise<AccountsSnapshot> {
    const place = (record: AccountRecord) => {
      const index = ids.indexOf(record.id)
      return index === -1 ? ids.length : index
    }
    return this.#serialized(async () => {
      this.#records.prepare(this.#records.all().toSorted((a, b) => place(a) - place(b))).commit()
      return this.#notify()
    })
  }

  /** Reads GET /user again and updates `is_admin`, in memory even if the disk fails. */
  async refresh(id: string, options?: CallOptions): Promise<Account> {
    const me = await this.#ports.client.call(await this.target(id), user.get, {}, options)
    const { user: known, isAdmin } = this.#records.get(id)
    const said = detailsOf(me, known)
    if (JSON.stringify({ user: known, isAdmin }) === JSON.stringify(said)) return this.account(id)
    return this.#serialized(async () => {
      const record = { ...this.#records.get(id), ...said }
      this.#records.keep(record)
      return this.#changed(record)
    })
  }

  /** Removes token and account, or neither. */
  async signOut(id: string, { leaveToken = false } = {}): Promise<AccountsSnapshot> {
    return this.#serialized(async () => {
      const record = this.#records.get(id)
      // To restore it if the disk fails. A keychain that can't be read is not asked twice.
      const isRead = !leaveToken || record.secret.store === 'session'
      const token = isRead ? await this.#tokens.getIfAny(record) : undefined
      const saving = this.#records.prepare(this.#records.all().filter((other) => other.id !== id))
      try {
        await this.#tokens.remove(record)
      } catch (error) {
        if (!leaveToken) {
          saving.cancel()
          throw error
        }
      }
      try {
        saving.commit()
      } catch (error) {
        await this.#tokens.putBack(record, token)
        throw error
      }
      // guard: signed-out-token
      this.#tokens.drop(id)
      return this.#notify()
    })
  }

  async #serialized<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(change)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #snapshotWith(keychain: KeychainState): AccountsSnapshot {
    return {
      accounts: this.#records.all().map((record) => this.#shown(record)),
      keychain,
      leftOut: this.#ports.file.leftOut(),
    }
  }

  async #checkKeychain(): Promise<KeychainState> {
    const before = this.#keychain
    const now = await this.#ports.keychain.describe()
    this.#keychain = now
    if (before && JSON.stringify(before) !== JSON.stringify(now)) {
      this.#ports.changed(this.#snapshotWith(now))
    }
    return now
  }

  async #verified(baseUrl: string, token: string): Promise<CurrentUser> {
    try {
      const me = await this.#ports.client.call({ baseUrl, token }, user.get, {})
      // Other services have users with IDs, too.
      if (me.username === '') throw new FailureError(noService({}))
      return me
    } catch (error) {
      throw error instanceof FailureError ? signInFailure(error) : error
    }
  }

  /** Saves the account and its token, or neither: one without the other is useless. */
  async #keep(record: AccountRecord, token: string): Promise<Account> {
    const kept = record.demo
      ? await this.#keepInSession(record, token)
      : await this.#keepInKeychain(record, token)
    this.#tokens.hold(kept.id, token)
    this.#ports.tokenReplaced?.(kept.id)
    return this.#changed(kept)
  }

  async #keepInKeychain(record: AccountRecord, token: string): Promise<AccountRecord> {
    const { keychain } = this.#ports
    const name = record.secret.name ?? secretName(record)
    const kept: AccountRecord = { ...record, secret: { store: 'keychain', name } }
    const isNew = !this.ids().includes(record.id)
    const saving = this.#records.prepare(this.#records.with(kept))
    try {
      await keychain.set(name, token)
    } catch (error) {
      saving.cancel()
      if (!(error instanceof FailureError)) throw error
      // `keychain` of the snapshot tells the screen why it is for this session only. The name is kept, because an older token, or
      // a part of this one, may be stored under it.
      return this.#keepInSession(record, token, name)
    }
    try {
      saving.commit()
    } catch (error) {
      // An existing account keeps its new token in the keychain.
      if (isNew) await keychain.remove(name).catch(() => undefined)
      throw error
    }
    return kept
  }

  async #keepInSession(
    record: AccountRecord,
    token: string,
    name?: string,
  ): Promise<AccountRecord> {
    const kept: AccountRecord = { ...record, secret: { store: 'session', name } }
    this.#records.prepare(this.#records.with(kept)).commit()
    await this.#ports.session.set(record.id, token)
    return kept
  }

  #shown({ secret, ...record }: AccountRecord): Account {
    return { ...record, token: this.#tokens.placeOf({ id: record.id, secret }) }
  }

  async #changed(record: AccountRecord): Promise<Account> {
    await this.#notify()
    return this.#shown(record)
  }

  async #notify(): Promise<AccountsSnapshot> {
    const snapshot = await this.snapshot()
    this.#ports.changed(snapshot)
    return snapshot
  }
}

function checkedUrl(typed: string, allowHttp: boolean | undefined): string {
  const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
  if (needsHttpConsent && !allowHttp) throw insecureAddress(baseUrl)
  return baseUrl
}
