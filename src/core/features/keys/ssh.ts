import { createFailureError } from '../../platform/failures.ts'
import { join } from 'node:path'
import type { KeyRenewal } from '../../../shared/operations/keys.ts'
import type {
  AccountSshKey,
  LocalSshKey,
  LocalSshKeyRow,
  SshKeyBackup,
  SshKeyChanges,
  SshKeyChoice,
  SshKeyImportResult,
  SshKeyLists,
} from '../../../shared/operations/local-keys.ts'
import { toPlainLine } from '../../../shared/rules/hidden-characters.ts'
import { localKeyFileLimit, nameLimit } from '../../../shared/rules/limits.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { sshKeyUsages } from '../../../shared/rules/ssh-keys.ts'
import { type EndpointInput, checkInput } from '../../../shared/gitlab/endpoint.ts'
import { type SshKey, sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { auditWrite } from '../../audit-log/audit-write.ts'
import { FailureError } from '../../platform/failure.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import { assertNoSecretKey, findSecret } from '../../keys/private-key.ts'
import {
  type SshPublicKey,
  readPublicKeys,
  sameSshKey,
  sshKeyDetails,
  sshKeyIdentity,
  sshKeyLine,
} from '../../keys/ssh-public-key.ts'
import { decodeText, repairText } from '../../keys/text.ts'
import { inputFailure } from '../../gitlab/input-failure.ts'
import {
  type ExaminedRow,
  ExaminedKeys,
  type ProvidedFile,
  mergeCopies,
  onlyCopy,
} from './examined-keys.ts'
import type { KeyFileRow } from './file-rows.ts'
import {
  type ImportProgress,
  KeysInUse,
  type AccountKeyEntry,
  importEach,
  isKeyInUse,
} from './key-import.ts'
import { RunningRenewals, replaceKey } from './key-renewal.ts'
import { type KeyContextOf, type KeyContext, findAccountsWithKey } from './beside-account.ts'
import type { AgentKey } from './ssh/agent-keys.ts'
import { type SshKeyFileRow, examineSsh, withHarmlessComment } from './ssh/examine.ts'
import {
  type ExaminedSshKey,
  rankSshKey,
  toListedSshKey,
  toLocalSshKey,
} from './ssh/listed-ssh-key.ts'
import { isForOpenSsh, scanFolder } from './ssh/scan.ts'

/** A key on the account, with its public key if that could be parsed. */
interface ParsedSshKey extends AccountKeyEntry {
  entry: SshKey
  key?: SshPublicKey | undefined
}

type NewSshKey = EndpointInput<typeof sshKeys.add>

/** The account's own SSH keys. */
export function ownSshKeys(gitlab: GitLabClient) {
  return {
    gitlab,
    isOwn: true,
    list: () => allSshKeys(gitlab),
    get: (key_id: number) => gitlab.call(sshKeys.get, { key_id }),
    add: (key: NewSshKey) => gitlab.call(sshKeys.add, key),
    remove: (key_id: number) => gitlab.call(sshKeys.remove, { key_id }),
  }
}

/** A user's SSH keys on the instance, and the account that sends the requests. */
export type RemoteSshKeys = Omit<ReturnType<typeof ownSshKeys>, 'get' | 'remove'>

/** Another user's SSH keys. Each addition is recorded in the audit log. */
export function sshKeysOfUser(gitlab: GitLabClient, id: number, audit: Audit): RemoteSshKeys {
  return {
    gitlab,
    isOwn: false,
    list: () => gitlab.all(sshKeys.listOf, { id_or_username: id }),
    add(key) {
      const input = { id, ...key }
      const write = { name: 'sshKeys.addFor', endpoint: sshKeys.addFor, input }
      return auditWrite({ gitlab, audit }, write, () => gitlab.call(sshKeys.addFor, input))
    },
  }
}

interface SshOptions {
  /** The home folder. Only its `.ssh` is scanned, and nothing else is ever opened. */
  home: string
  /** This computer's name, for titles of keys without a comment. */
  hostName: string
  /** The keys in SSH agents. */
  agentKeys?(): Promise<AgentKey[]>
  /** Milliseconds since 1970. */
  now(): number
  /** Other accounts signed in here on the same instance. */
  otherAccounts?(account: string): readonly GitLabClient[]
  beside?: KeyContextOf
}

/** Maximum number of keys from files to keep. */
const memoryLimit = 10_000

/**
 * This computer's SSH keys, identified by type and blob: compares them with accounts' keys, and imports and renews
 * them.
 *
 * Guarantee: a file with secret material doesn't yield any keys. A key is always rebuilt from its parts and checked
 * again before it is sent; the file's text is never sent. If only words in comments look secret, none of the file's
 * comments are sent (`docs/decisions/keys-stay-home.md`).
 */
export class SshKeys {
  readonly #options: SshOptions
  readonly #examined = new ExaminedKeys<ExaminedSshKey>(memoryLimit)
  readonly #renewals = new RunningRenewals()

  constructor(options: SshOptions) {
    this.#options = options
  }

  /** Searches `~/.ssh` and the agents for keys. Never throws: unreadable files are returned as rows. */
  async scan(account?: string): Promise<LocalSshKeyRow[]> {
    const rows = await this.#scan()
    const keys = mergeCopies(
      rows.filter((row) => row.kind === 'key'),
      rankSshKey,
    )
    const surroundings = this.#surroundings(account)
    return [
      ...keys.map((key) => toListedSshKey(key, surroundings)),
      ...rows.filter((row) => row.kind !== 'key'),
    ]
  }

  async #scan(): Promise<ExaminedRow<ExaminedSshKey>[]> {
    const { home, agentKeys = async () => [] } = this.#options
    const reading = agentKeys()
    const found: SshKeyFileRow[] = []
    for await (const row of scanFolder(join(home, '.ssh'), { displayName: '~/.ssh' })) {
      found.push(row)
    }
    const ofAgents = await reading
    const byKey = Map.groupBy(ofAgents, ({ key }) => sshKeyIdentity(key))
    const agentsOf = (key: SshPublicKey) => [
      ...new Set(byKey.get(sshKeyIdentity(key))?.map(({ agent }) => agent)),
    ]
    const rows = found.map((row) =>
      this.#examine(row, row.kind === 'key' ? { agents: agentsOf(row.key) } : {}),
    )
    // A key in both an agent and a private key file is listed under its file.
    const inFiles = new Set(
      rows.flatMap((row) => (row.kind === 'key' && row.key.privateKey ? row.key.identity : [])),
    )
    const onlyInAgents = ofAgents.filter(({ key }) => !inFiles.has(sshKeyIdentity(key)))
    for (const { agent, key } of onlyInAgents) {
      const row: SshKeyFileRow = { kind: 'key', file: agent, ...withHarmlessComment(key) }
      rows.push(this.#examine(row, { agent, agents: agentsOf(key) }))
    }
    return this.#examined.addScanned(rows)
  }

  /** The public keys in `~/.ssh`, and the names of all private key files that OpenSSH can read. */
  async scanFiles(): Promise<{ keys: LocalSshKey[]; privateKeys: string[] }> {
    const rows = await this.#scan()
    return {
      keys: rows.flatMap((row) =>
        row.kind === 'key' && row.key.agent === undefined
          ? toLocalSshKey(row.localKeyId, row.key)
          : [],
      ),
      privateKeys: rows.flatMap((row) => {
        if (row.kind === 'key') return row.key.privateKey === row.key.file ? [row.key.file] : []
        return row.kind === 'refused' && isForOpenSsh(row.format) ? [row.file] : []
      }),
    }
  }

  /** The key in a file below `~/.ssh` and in the other half of its pair. Reads no other file, and doesn't keep the key. */
  async readPair(file: string): Promise<Omit<LocalSshKey, 'localKeyId'> | undefined> {
    const half = file.replace(/\.pub$/, '')
    const options = { displayName: '~/.ssh', only: [half, `${half}.pub`] }
    for await (const row of scanFolder(join(this.#options.home, '.ssh'), options)) {
      const examined = this.#examine(row)
      if (examined.kind === 'key') return toLocalSshKey('', examined.key)
    }
    return undefined
  }

  /** Reads files that the user selected, dropped or pasted. */
  async read(files: readonly ProvidedFile[], account?: string): Promise<LocalSshKeyRow[]> {
    const rows = await this.#examined.addFiles(files, localKeyFileLimit, (file, content) => {
      const text = repairText(typeof content === 'string' ? content : decodeText(content))
      return examineSsh(file, content, text).map((row) => this.#examine(row))
    })
    const surroundings = this.#surroundings(account)
    return rows.map((row) =>
      row.kind === 'key' ? toListedSshKey(onlyCopy(row), surroundings) : row,
    )
  }

  /** Forgets a key that was selected, dropped or pasted. */
  forget(localKeyId: string): Record<string, never> {
    return this.#examined.forget(localKeyId)
  }

  /** The account's keys, along with those on this computer. */
  async list(remote: RemoteSshKeys): Promise<SshKeyLists> {
    const account = await parsedKeys(remote)
    const surroundings = remote.isOwn ? this.#surroundings(remote.gitlab.account) : undefined
    const accountsWithKey = await findAccountsWithKey(surroundings, (gitlab) =>
      parsedKeys(ownSshKeys(gitlab)),
    )
    // Another user's keys aren't on this computer.
    const copies = this.#examined.copies().filter(({ key }) => remote.isOwn || key.isAdded)
    return {
      account: account.map((key) => ({
        ...this.#toAccountKey(key),
        otherAccounts: accountsWithKey(key),
      })),
      local: mergeCopies(copies, rankSshKey).map((local) => {
        const { identity } = local.key
        const id = account.find((key) => key.identity === identity)?.entry.id
        return toListedSshKey(local, surroundings, {
          isOnAccount: id !== undefined,
          otherAccounts: accountsWithKey({ entry: { id }, identity }),
        })
      }),
    }
  }

  /**
   * Finds the other signed-in accounts that have a public key: reads the keys of those on the same instance, and
   * compares with the ones last read if that fails, or on other instances.
   */
  async otherAccountsWithKey(account: string): Promise<(publicKey: string) => string[]> {
    const onInstance = this.#options.otherAccounts?.(account) ?? []
    const keysOf = (gitlab: GitLabClient) => parsedKeys(ownSshKeys(gitlab))
    const accountsWithKey = await findAccountsWithKey(
      this.#options.beside?.(account),
      async (cached) => {
        const current = onInstance.find((other) => other.account === cached.account)
        return current ? keysOf(current).catch(() => keysOf(cached)) : keysOf(cached)
      },
    )
    return (publicKey) => {
      const [key] = readPublicKeys(publicKey).keys
      return key ? accountsWithKey({ entry: {}, identity: sshKeyIdentity(key) }) : []
    }
  }

  /** Adds keys one by one and returns a result for each. */
  async import(
    remote: RemoteSshKeys,
    choices: readonly SshKeyChoice[],
    progress?: ImportProgress,
  ): Promise<SshKeyImportResult[]> {
    // A file may have been removed or replaced since the last scan.
    if (choices.some(({ localKeyId }) => this.#examined.isScanned(localKeyId))) await this.#scan()
    return this.#addEach(remote, choices, (id) => this.#examined.get(id), progress)
  }

  async #addEach(
    remote: RemoteSshKeys,
    choices: readonly SshKeyChoice[],
    keyOf: (localKeyId: string) => ExaminedSshKey,
    progress?: ImportProgress,
  ): Promise<SshKeyImportResult[]> {
    const onAccount = await parsedKeys(remote)
    const others = this.#options.otherAccounts?.(remote.gitlab.account) ?? []
    const keysOf = (account: GitLabClient) => parsedKeys(ownSshKeys(account))
    const inUse = new KeysInUse(remote, others, keysOf, inUseTexts)
    const importKey = async (choice: SshKeyChoice): Promise<SshKeyImportResult> => {
      const { localKeyId } = choice
      const local = keyOf(localKeyId)
      const existingUse = inUse.findOnAccount(local.identity, onAccount)
      if (existingUse) return { localKeyId, ...existingUse }
      const newKey = this.#toSend(local, choice)
      try {
        // `core/gitlab/create-recovery` handles a lost response.
        const added = parseEntry(await remote.add(newKey))
        onAccount.push(added)
        return { outcome: 'imported', localKeyId, key: this.#toAccountKey(added) }
      } catch (error) {
        if (!isKeyInUse(error)) throw error
        const now = await parsedKeys(remote)
        return { localKeyId, ...(await inUse.findAnywhere(local.identity, now)) }
      }
    }
    return importEach(choices, importKey, progress)
  }

  /**
   * Adds a public key to an account after the same checks as an import. Throws the reason if it can't. Doesn't keep the
   * key, because its file may be removed later.
   */
  async add(
    gitlab: GitLabClient,
    publicKey: string,
    title: string,
    options: Pick<SshKeyChoice, 'usage_type' | 'expires_at'> = {},
  ): Promise<void> {
    const [row] = examineSsh(title, publicKey, publicKey).map((file) => this.#examine(file))
    if (row?.kind !== 'key') throw notAKey(title, message('keyFiles.notReadableAsKey'))
    const choice = { localKeyId: title, title, ...options }
    const [result] = await this.#addEach(ownSshKeys(gitlab), [choice], () => row.key)
    if (result?.outcome === 'failed') throw new FailureError(result.failure)
    if (result?.outcome === 'taken' && result.where !== 'this-account') {
      throw new FailureError({ kind: 'conflict', message: result.message, hint: result.hint })
    }
  }

  /**
   * Changes a key's title, usage or expiry. Performs all checks before deleting anything; from then on, the result
   * contains the key even if a step fails.
   */
  renew(
    gitlab: GitLabClient,
    keyId: number,
    changes: SshKeyChanges,
  ): Promise<KeyRenewal<AccountSshKey, SshKeyBackup>> {
    return this.#renewals.run(gitlab.account, keyId, async () => {
      const ownKeys = ownSshKeys(gitlab)
      const old = await ownKeys.get(keyId)
      const toAccountKey = (entry: SshKey) => this.#toAccountKey(parseEntry(entry))
      const plan = planRenewal(old, changes, this.#options.now())
      if (!plan) return { outcome: 'unchanged', key: toAccountKey(old) }
      if (!changes.replace_used) await this.#assertUnused(plan.before)
      const backUp = () => {
        const { title, key: publicKey, usage_type, expires_at } = plan.before
        const key = parseSshKey({ key: publicKey })!
        const identity = sshKeyIdentity(key)
        const localKeyId = this.#examined.add('renewal', { file: title, key, title, identity })
        return { localKeyId, title, publicKey, usage_type, expires_at }
      }
      return replaceKey(ownKeys, keyId, plan, { toKey: toAccountKey, backUp })
    })
  }

  /** Throws if Git and SSH on this computer can use the key. */
  async #assertUnused({ key }: NewSshKey): Promise<void> {
    const identity = sshKeyIdentity(parseSshKey({ key })!)
    for (const row of await this.#scan()) {
      if (row.kind !== 'key' || row.key.identity !== identity) continue
      const place = row.key.agents?.[0] ?? row.key.privateKey
      if (place !== undefined) throw createFailureError('keys.inUse', { place })
    }
  }

  /** `agent`: the agent that the key came from, unless it came from a file. */
  #examine(
    row: SshKeyFileRow,
    inAgents: Pick<ExaminedSshKey, 'agent' | 'agents'> = {},
  ): KeyFileRow<ExaminedSshKey> {
    if (row.kind !== 'key') return row
    const { kind, file, key, ...others } = row
    const place = inAgents.agent ?? file.replace(/^.*\//, '').replace(/\.pub$/, '')
    const name = toPlainLine(key.comment) || `${place} (${this.#options.hostName})`
    const title = truncate(name, nameLimit)
    const identity = sshKeyIdentity(key)
    return { kind, key: { file, identity, key, title, ...others, ...inAgents } }
  }

  #toAccountKey({ entry, key, identity }: ParsedSshKey): AccountSshKey {
    const found = this.#examined
      .copies()
      .filter(({ key: local }) => !local.isAdded && local.identity === identity)
    const [best] = mergeCopies(found, rankSshKey)
    return {
      ...entry,
      details: key && sshKeyDetails(key),
      copy: best && toLocalSshKey(best.localKeyId, best.key),
      files: best?.files ?? [],
    }
  }

  #surroundings(account: string | undefined): KeyContext | undefined {
    return account === undefined ? undefined : this.#options.beside?.(account)
  }

  /** Builds the request that adds a key. First runs the second check, which may throw. */
  #toSend({ file, key, title: proposed }: ExaminedSshKey, choice: SshKeyChoice): NewSshKey {
    const { title = proposed, usage_type, expires_at } = choice
    assertFutureExpiry(expires_at, this.#options.now())
    assertNoSecretInTitle(title)
    return { title, key: sshKeyToSend(file, key), usage_type, expires_at }
  }
}

function parseEntry(entry: SshKey): ParsedSshKey {
  const key = parseSshKey(entry)
  return { entry, key, identity: key && sshKeyIdentity(key) }
}

async function parsedKeys(remote: RemoteSshKeys): Promise<ParsedSshKey[]> {
  return (await remote.list()).map(parseEntry)
}

const inUseTexts = {
  onAccount: ({ entry: { title } }: ParsedSshKey, isOwn: boolean) => ({
    message: message('keys.sshOnAccount', { isOwn, title }),
    hint: message('keys.nothingToDo'),
  }),
  elsewhere: ({ entry: { title } }: ParsedSshKey, isSender: boolean) =>
    message('keys.sshElsewhere', { isSender, title }),
  bySomeoneElse: message('keys.sshOfSomeoneElse'),
}

/** In characters; GitLab drops the comment anyway. */
const maxCommentLength = 200

/**
 * The line to send: only the key's type, blob and comment. It is checked like an untrusted file: it must contain
 * exactly this one public key and no secrets, even in the part of the comment that gets truncated.
 */
export function sshKeyToSend(file: string, key: SshPublicKey): string {
  // guard: second-check-ssh
  assertNoSecretKey(file, sshKeyLine(key))
  const comment = truncate(
    key.comment.replace(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' '),
    maxCommentLength,
  )
  const line = sshKeyLine({ ...key, comment: comment.trim() })
  const { keys, problems } = readPublicKeys(line)
  if (keys.length === 1 && problems.length === 0 && sameSshKey(keys[0]!, key)) return line
  throw notAKey(file, message('keys.notOnePublicKey'), message('keys.chooseAgain'))
}

function notAKey(file: string, reason: Message, hint?: Message): FailureError {
  return createFailureError('keyFiles.problem', { file, reason }, { hint })
}

/** The title is sent too, and may have been pasted. */
function assertNoSecretInTitle(title: string): void {
  if (findSecret(title) === undefined) return
  throw createFailureError('keys.secretTitle')
}

/** Rejects an expiry in the past: either GitLab would reject the key, or it would be unusable. */
function assertFutureExpiry(expiresAt: string | undefined, now: number): void {
  // GitLab treats a date without a time as midnight UTC.
  if (!expiresAt || !hasExpired(expiresAt, now)) return
  throw createFailureError('keys.expiryPassed')
}

/** The key before and after its renewal; undefined if nothing changes. Throws if GitLab would reject the new one. */
function planRenewal(
  old: SshKey,
  changes: SshKeyChanges,
  now: number,
): { before: NewSshKey; after: NewSshKey } | undefined {
  const parsed = parseSshKey(old)
  if (!parsed) {
    throw createFailureError('keys.unreadableSshKey', { title: old.title })
  }
  const before: NewSshKey = {
    title: old.title,
    key: sshKeyToSend(old.title, parsed),
    usage_type: sshKeyUsages.find((usage) => usage === old.usage_type),
    expires_at: old.expires_at ?? undefined,
  }
  const { title = before.title, usage_type = before.usage_type } = changes
  const expires_at =
    changes.expires_at === undefined ? before.expires_at : (changes.expires_at ?? undefined)
  const after = { title, key: before.key, usage_type, expires_at }
  if (JSON.stringify(after) === JSON.stringify(before)) return undefined
  assertFutureExpiry(expires_at, now)
  if (title !== before.title) assertNoSecretInTitle(title)
  try {
    checkInput(sshKeys.add, after)
  } catch (error) {
    throw inputFailure(error)
  }
  return { before, after }
}
