import type { Account, AccountsSnapshot, KeychainState } from '../../shared/app/accounts.ts'
import { type Failure, FailureError } from '../../shared/failure.ts'
import { user } from '../../shared/service/current-user.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'
import type { JsonFile } from '../data/json-file.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { CallOptions, ServiceClient, Target } from '../service-client/service-client.ts'
import { type AccountRecord, newRecord, secretName, whatMeSays } from './account-record.ts'
import { normalizeBaseUrl } from './base-url.ts'

export interface AccountsPorts {
  file: JsonFile<{ accounts: AccountRecord[] }>
  keychain: SecretStore
  /** Keeps tokens until the process ends, where the keychain does not take them. */
  session: SecretStore
  client: ServiceClient
  /** Told after every change. */
  changed(snapshot: AccountsSnapshot): void
  /** Told after an account got another token. */
  tokenReplaced?(id: string): void
}

interface NewAccount {
  baseUrl: string
  token: string
  allowHttp?: boolean
}

/**
 * The signed-in accounts. The file holds who they are; the tokens are in the keychain, or in memory where there is none.
 * A keychain that cannot be read changes nothing here.
 */
export class Accounts {
  readonly #ports: AccountsPorts
  /** Accounts of the demo service, which end with it and are never written. */
  #demo: AccountRecord[] = []
  /** Tokens read or given since the start, by account. */
  readonly #tokens = new Map<string, string>()
  /** The last change that was begun; the next one waits for it, so that none overwrites another. */
  #last: Promise<unknown> = Promise.resolve()
  #keychain: KeychainState | undefined

  constructor(ports: AccountsPorts) {
    this.#ports = ports
  }

  /** What is known now. The keychain is asked again beside it, and a change of its state is told as an event. */
  async snapshot(): Promise<AccountsSnapshot> {
    const looking = this.#lookAtKeychain()
    return this.#snapshotWith(this.#keychain ?? (await looking))
  }

  /** Whom a call for this account speaks to; fails where its token cannot be had. */
  async target(id: string): Promise<Target> {
    const record = this.#record(id)
    return {
      baseUrl: record.baseUrl,
      token: await this.#token(record),
      isAdmin: record.isAdmin,
    }
  }

  ids(): string[] {
    return this.#records().map(({ id }) => id)
  }

  /** The other accounts of the same instance. */
  onSameInstance(id: string): string[] {
    const { baseUrl } = this.#record(id)
    return this.#records()
      .filter((other) => other.id !== id && other.baseUrl === baseUrl)
      .map((other) => other.id)
  }

  /** Whether an account is kept on disk, ends with this process, or is not signed in any more. */
  lifetime(id: string): 'on-disk' | 'in-memory' | 'nowhere' {
    const record = this.#records().find((one) => one.id === id)
    if (!record) return 'nowhere'
    return record.demo ? 'in-memory' : 'on-disk'
  }

  /** Address of the instance of an account; undefined where there is no such account. */
  instanceOf(id: unknown): string | undefined {
    return this.#records().find((record) => record.id === id)?.baseUrl
  }

  /** Throws when there is no such account. */
  account(id: string): Account {
    return this.#shown(this.#record(id))
  }

  async add(
    { baseUrl: typed, token, allowHttp }: NewAccount,
    { demo = false } = {},
  ): Promise<Account> {
    const baseUrl = checkedAddress(typed, allowHttp)
    const me = await this.#verified(baseUrl, token)
    return this.#inTurn(() => {
      // The same person again means a new token, not a second account.
      const known = this.#records().find((r) => r.baseUrl === baseUrl && r.user.id === me.id)
      const record = known
        ? { ...known, ...whatMeSays(me) }
        : newRecord(baseUrl, me, this.#records(), demo)
      return this.#keep(record, token)
    })
  }

  async replaceToken({ id, token }: { id: string; token: string }): Promise<Account> {
    const record = this.#record(id)
    const me = await this.#verified(record.baseUrl, token)
    if (me.id !== record.user.id) {
      throw new FailureError({
        kind: 'conflict',
        reason: 'wrong-account',
        message: `This token belongs to ${me.username}, not to ${record.user.username}.`,
        hint: `Paste a token of ${record.user.username}, or add ${me.username} as an account of its own.`,
        fields: { token: [`belongs to ${me.username}`] },
      })
    }
    return this.#inTurn(() => this.#keep({ ...this.#record(id), ...whatMeSays(me) }, token))
  }

  async update({ id, ...change }: Partial<AccountRecord> & { id: string }): Promise<Account> {
    const given = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    )
    return this.#inTurn(async () => {
      const record: AccountRecord = { ...this.#record(id), ...given }
      await this.#save(this.#records().map((other) => (other.id === id ? record : other)))
      return this.#shown(record)
    })
  }

  async reorder(ids: readonly string[]): Promise<AccountsSnapshot> {
    const place = (record: AccountRecord) => {
      const index = ids.indexOf(record.id)
      return index === -1 ? ids.length : index
    }
    return this.#inTurn(async () => {
      await this.#save(this.#records().toSorted((a, b) => place(a) - place(b)))
      return this.snapshot()
    })
  }

  /** Reads GET /user again; `is_admin` follows what it says now. */
  async refresh(id: string, options?: CallOptions): Promise<Account> {
    const me = await this.#ports.client.call(await this.target(id), user.get, {}, options)
    const said = whatMeSays(me)
    const { user: known, isAdmin } = this.#record(id)
    if (JSON.stringify({ user: known, isAdmin }) === JSON.stringify(said)) return this.account(id)
    return this.update({ id, ...said })
  }

  async signOut(id: string, { leaveToken = false } = {}): Promise<AccountsSnapshot> {
    return this.#inTurn(async () => {
      await this.#forget(this.#record(id)).catch((error: unknown) => {
        if (!leaveToken) throw error
      })
      this.#tokens.delete(id)
      await this.#save(this.#records().filter((other) => other.id !== id))
      return this.snapshot()
    })
  }

  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(change)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  #snapshotWith(keychain: KeychainState): AccountsSnapshot {
    return { accounts: this.#records().map((record) => this.#shown(record)), keychain }
  }

  async #lookAtKeychain(): Promise<KeychainState> {
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
      return await this.#ports.client.call({ baseUrl, token }, user.get, {})
    } catch (error) {
      throw error instanceof FailureError ? signInFailure(error) : error
    }
  }

  /** Puts the token away first: an account whose token is lost would be of no use. */
  async #keep(record: AccountRecord, token: string): Promise<Account> {
    const kept = { ...record, secret: await this.#put(record, token) }
    this.#tokens.set(kept.id, token)
    const others = this.#records()
    const isKnown = others.some(({ id }) => id === kept.id)
    await this.#save(
      isKnown ? others.map((other) => (other.id === kept.id ? kept : other)) : [...others, kept],
    )
    this.#ports.tokenReplaced?.(kept.id)
    return this.#shown(kept)
  }

  async #put(record: AccountRecord, token: string): Promise<AccountRecord['secret']> {
    const { keychain, session } = this.#ports
    if (record.demo) {
      await session.set(record.id, token)
      return { store: 'session' }
    }
    const name = record.secret.name ?? secretName(record)
    try {
      await keychain.set(name, token)
      return { store: 'keychain', name }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      // The screen says why it is for this session only: `keychain` of the snapshot. The name stays, because an older token,
      // or this one half put away, may lie under it.
      await session.set(record.id, token)
      return { store: 'session', name }
    }
  }

  async #token(record: AccountRecord): Promise<string> {
    const known = this.#tokens.get(record.id)
    if (known !== undefined) return known
    const { keychain, session } = this.#ports
    const token =
      record.secret.store === 'keychain'
        ? await keychain.get(record.secret.name)
        : await session.get(record.id)
    if (token === undefined) throw tokenMissing(record)
    this.#tokens.set(record.id, token)
    return token
  }

  async #forget({ id, secret }: AccountRecord): Promise<void> {
    if (secret.name !== undefined) await this.#ports.keychain.remove(secret.name)
    await this.#ports.session.remove(id)
  }

  #shown({ secret, ...record }: AccountRecord): Account {
    if (secret.store === 'keychain') return { ...record, token: 'keychain' }
    return { ...record, token: this.#tokens.has(record.id) ? 'session' : 'missing' }
  }

  #records(): AccountRecord[] {
    return [...this.#ports.file.read().accounts, ...this.#demo]
  }

  #record(id: string): AccountRecord {
    const record = this.#records().find((one) => one.id === id)
    if (record) return record
    throw new FailureError({
      kind: 'not-found',
      reason: 'unknown-account',
      message: 'This account is not signed in any more.',
      hint: 'Choose another account, or sign in again.',
    })
  }

  async #save(records: AccountRecord[]): Promise<void> {
    this.#demo = records.filter(({ demo }) => demo)
    this.#ports.file.write({ accounts: records.filter(({ demo }) => !demo) })
    this.#ports.changed(await this.snapshot())
  }
}

function checkedAddress(typed: string, allowHttp: boolean | undefined): string {
  const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
  if (!needsHttpConsent || allowHttp) return baseUrl
  throw new FailureError({
    kind: 'invalid',
    reason: 'insecure',
    message: `${new URL(baseUrl).host} would be spoken to over plain http, so anyone on the way could read the token.`,
    hint: 'Use https, or confirm that you want to send it unencrypted.',
    fields: { baseUrl: ['is not encrypted'] },
  })
}

/** The same failure, with the field that has to change. */
function signInFailure(error: FailureError): FailureError {
  const failure = error.failure.kind === 'not-found' ? noService(error.failure) : error.failure
  const field = fieldOf(failure)
  if (!field || failure.fields) return new FailureError(failure)
  return new FailureError({ ...failure, fields: { [field]: [failure.message] } })
}

/** Where there is no GET /user, there is no accounts service at all. */
function noService({ status }: Failure): Failure {
  return {
    kind: 'not-the-service',
    message: 'There is no accounts service at this address.',
    hint: 'Check it; perhaps a subfolder is missing, or one too many.',
    status,
  }
}

function fieldOf({ kind }: Failure): string | undefined {
  if (kind === 'unauthorized' || kind === 'forbidden') return 'token'
  return ['offline', 'not-the-service', 'refused-redirect'].includes(kind) ? 'baseUrl' : undefined
}

function tokenMissing({ user: { username }, baseUrl }: AccountRecord): FailureError {
  return new FailureError({
    kind: 'unauthorized',
    reason: 'token-missing',
    message: `There is no token for ${username} at ${new URL(baseUrl).host} on this machine any more.`,
    hint: 'Make a new token there and enter it here.',
  })
}
