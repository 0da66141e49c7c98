import { createFailureError } from '../../platform/failures.ts'
import { Buffer } from 'node:buffer'
import type {
  AccountGpgKey,
  GpgKeyBackup,
  GpgKeyChoice,
  GpgKeyImportResult,
  GpgKeyLists,
  GpgKeyReplacement,
  GpgScan,
  LocalGpgFileRow,
} from '../../../shared/operations/gpg-keys.ts'
import type { KeyRenewal } from '../../../shared/operations/keys.ts'
import { commitAddresses } from '../../../shared/rules/commit-verification.ts'
import { gpgKeyFileLimit } from '../../../shared/rules/limits.ts'
import { type MessageValue, message } from '../../../shared/messages/message.ts'
import type { GpgSigner } from '../../computer/survey/gpg-signing.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { emails } from '../../../shared/gitlab/emails.ts'
import type { EndpointInput } from '../../../shared/gitlab/endpoint.ts'
import { type GpgKey, gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { auditWrite } from '../../audit-log/audit-write.ts'
import { withSameGpgKey } from '../../gitlab/create-recovery/same-key.ts'
import { textOf } from '../../platform/messages.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { readArmoredBlocks, toArmoredBlock } from '../../keys/armor.ts'
import { type GpgPublicKey, readGpgKey } from '../../keys/gpg-public-key.ts'
import { MalformedKeyError } from '../../keys/key-problem.ts'
import { SecretPacketError, splitGpgKeys } from '../../keys/pgp-packets.ts'
import { assertNoSecretKey } from '../../keys/private-key.ts'
import { ExaminedKeys, type ProvidedFile, mergeCopies, onlyCopy } from './examined-keys.ts'
import { type ExaminedGpgKey, examineGpg } from './gpg/examine-gpg.ts'
import { type GpgProgram, readGpgListing } from './gpg/gpg-program.ts'
import {
  type ImportProgress,
  KeysInUse,
  type AccountKeyEntry,
  importEach,
  isKeyInUse,
} from './key-import.ts'
import { RunningRenewals, replaceKey } from './key-renewal.ts'
import { type KeyContextOf, type KeyContext, findAccountsWithKey } from './beside-account.ts'
import { gpgSource, matchAddresses, toListedGpgKey, toLocalGpgKey } from './gpg/listed-gpg-key.ts'
import { describeNewParts } from './gpg/new-key-parts.ts'

/** A key on the account, with its public key if that could be parsed. */
interface ParsedGpgKey extends AccountKeyEntry {
  entry: GpgKey
  key?: GpgPublicKey | undefined
}

type NewGpgKey = EndpointInput<typeof gpgKeys.add>

/** The account's own GPG keys. */
export function ownGpgKeys(gitlab: GitLabClient) {
  const list = () => gitlab.all(gpgKeys.list, {})
  return {
    gitlab,
    isOwn: true,
    list,
    get: (key_id: number) => gitlab.call(gpgKeys.get, { key_id }),
    add: async ({ key }: NewGpgKey) =>
      findAddedKey(key, await gitlab.call(gpgKeys.add, { key }), list),
    remove: (key_id: number) => gitlab.call(gpgKeys.remove, { key_id }),
    addresses: async () =>
      commitAddresses(
        ...(await Promise.all([gitlab.call(user.get, {}), gitlab.all(emails.list, {})])),
      ),
  }
}

/** A user's GPG keys on the instance, and the account that sends the requests. */
export type RemoteGpgKeys = Omit<ReturnType<typeof ownGpgKeys>, 'get' | 'remove'>

/** Another user's GPG keys. Each addition is recorded in the audit log. */
export function gpgKeysOfUser(gitlab: GitLabClient, id: number, audit: Audit): RemoteGpgKeys {
  const list = () => gitlab.all(gpgKeys.listOf, { id })
  return {
    gitlab,
    isOwn: false,
    list,
    add({ key }) {
      const input = { id, key }
      const write = { name: 'gpgKeys.addFor', endpoint: gpgKeys.addFor, input }
      return auditWrite({ gitlab, audit }, write, async () =>
        findAddedKey(key, await gitlab.call(gpgKeys.addFor, input), list),
      )
    },
    addresses: async () =>
      commitAddresses(
        ...(await Promise.all([gitlab.call(users.get, { id }), gitlab.all(emails.listOf, { id })])),
      ),
  }
}

/** The added key; an instance may respond with a list of all keys. */
async function findAddedKey(
  block: string,
  answer: readonly GpgKey[],
  list: () => Promise<GpgKey[]>,
): Promise<GpgKey> {
  const [inAnswer] = await withSameGpgKey(answer, block)
  if (inAnswer) return inAnswer
  const [onAccount] = await withSameGpgKey(await list().catch(() => []), block)
  if (onAccount) return onAccount
  throw createFailureError('keys.anotherKeyAdded')
}

interface GpgOptions {
  gpg: GpgProgram
  /** Milliseconds since 1970. */
  now(): number
  /** Other accounts signed in here on the same instance. */
  otherAccounts?(account: string): readonly GitLabClient[]
  beside?: KeyContextOf
  /** The key that git signs with, by its name in git's settings. */
  gitSigner?(): Promise<Partial<GpgSigner> | undefined>
}

/** Maximum number of keys from files to keep. */
const memoryLimit = 1000

/**
 * This computer's GPG keys, identified by fingerprint: compares, imports and renews them. Makes the same guarantee as
 * `SshKeys`.
 */
export class GpgKeys {
  readonly #options: GpgOptions
  readonly #examined = new ExaminedKeys<ExaminedGpgKey>(memoryLimit)
  readonly #renewals = new RunningRenewals()

  constructor(options: GpgOptions) {
    this.#options = options
  }

  /** Lists gpg's keys. Never throws: a gpg failure is part of the result. */
  async scan(account?: string): Promise<GpgScan> {
    const { gpg, now } = this.#options
    const answer = await gpg.list()
    if ('failure' in answer) {
      const { state, message: reason, hint } = answer.failure
      return { gpg: { state, message: textOf(reason), hint: textOf(hint) }, keys: [] }
    }
    const rows = readGpgListing(answer.output, now()).map(({ details, hasPrivateKey }) => {
      const { fingerprint: identity } = details
      return { kind: 'key' as const, key: { file: gpgSource, identity, details, hasPrivateKey } }
    })
    const found = this.#examined.addScanned(rows).filter((row) => row.kind === 'key')
    const keys = mergeCopies(found, () => 0)
    return {
      gpg: { state: 'ready', message: '' },
      keys: keys.map((key) => toListedGpgKey(key, { surroundings: this.#surroundings(account) })),
    }
  }

  /** Reads files that the user selected, dropped or pasted. */
  async read(files: readonly ProvidedFile[], account?: string): Promise<LocalGpgFileRow[]> {
    const rows = await this.#examined.addFiles(files, gpgKeyFileLimit, (file, content) =>
      examineGpg(file, content, this.#options.now()),
    )
    const surroundings = this.#surroundings(account)
    return rows.map((row) =>
      row.kind === 'key' ? toListedGpgKey(onlyCopy(row), { surroundings }) : row,
    )
  }

  /** Forgets a key that was selected, dropped or pasted. */
  forget(localKeyId: string): Record<string, never> {
    return this.#examined.forget(localKeyId)
  }

  /** The account's keys, along with those on this computer. */
  async list(remote: RemoteGpgKeys): Promise<GpgKeyLists> {
    const [account, addresses] = await Promise.all([this.#parsedKeys(remote), remote.addresses()])
    const examined = this.#examined.copies()
    const onAccount = (identity: string) => account.find((key) => key.identity === identity)
    const complete = await this.#copies(
      examined.flatMap(({ key }) => (onAccount(key.identity) ? key : [])),
    )
    const changesOf = (key: ExaminedGpgKey) => {
      const [copy, current] = [complete.get(key), onAccount(key.identity)?.key]
      return copy && current ? describeNewParts(copy, current) : []
    }
    const isNewer = (key: ExaminedGpgKey) => changesOf(key).length > 0
    const rank = (key: ExaminedGpgKey) => (isNewer(key) ? 2 : 0) + (key.hasPrivateKey ? 1 : 0)
    const surroundings = remote.isOwn ? this.#surroundings(remote.gitlab.account) : undefined
    const accountsWithKey = await findAccountsWithKey(surroundings, (gitlab) =>
      this.#parsedKeys(ownGpgKeys(gitlab)),
    )
    // Another user's keys aren't on this computer.
    const copies = examined.filter(({ key }) => remote.isOwn || key.isAdded)
    return {
      account: account.map(({ entry, key, identity }): AccountGpgKey => {
        const same = examined.filter((copy) => copy.key.identity === identity)
        const [best] = mergeCopies(
          same.filter((copy) => !copy.key.isAdded),
          rank,
        )
        const [newer] = mergeCopies(
          same.filter((copy) => isNewer(copy.key)),
          rank,
        )
        return {
          ...entry,
          details: key && { ...key.details, ...matchAddresses(key.details, addresses) },
          copy: best && toLocalGpgKey(best.localKeyId, best.key),
          files: best?.files ?? [],
          newer: newer && {
            localKeyId: newer.localKeyId,
            changes: changesOf(newer.key).map(textOf),
          },
          otherAccounts: accountsWithKey({ entry, identity }),
        }
      }),
      local: mergeCopies(copies, rank).map((local) => {
        const { identity } = local.key
        const id = onAccount(identity)?.entry.id
        const otherAccounts = accountsWithKey({ entry: { id }, identity })
        const standing = { isOnAccount: id !== undefined, otherAccounts }
        return toListedGpgKey(local, { surroundings, standing, addresses })
      }),
    }
  }

  /** Adds keys one by one and returns a result for each. */
  async import(
    remote: RemoteGpgKeys,
    choices: readonly GpgKeyChoice[],
    progress?: ImportProgress,
  ): Promise<GpgKeyImportResult[]> {
    const onAccount = await this.#parsedKeys(remote)
    const others = this.#options.otherAccounts?.(remote.gitlab.account) ?? []
    const keysOf = (account: GitLabClient) => this.#parsedKeys(ownGpgKeys(account))
    const inUse = new KeysInUse(remote, others, keysOf, inUseTexts)
    const importKey = async ({ localKeyId }: GpgKeyChoice): Promise<GpgKeyImportResult> => {
      const local = this.#examined.get(localKeyId)
      const existingUse = inUse.findOnAccount(local.identity, onAccount)
      if (existingUse) return { localKeyId, ...existingUse }
      const { packets } = await this.#copyOf(local)
      const newKey = { key: await gpgKeyToSend(local.file, packets) }
      try {
        // `core/gitlab/create-recovery` handles a lost response.
        const added = await this.#parse(await remote.add(newKey))
        onAccount.push(added)
        return { outcome: 'imported', localKeyId, key: added.entry }
      } catch (error) {
        if (!isKeyInUse(error)) throw error
        const now = await this.#parsedKeys(remote)
        return { localKeyId, ...(await inUse.findAnywhere(local.identity, now)) }
      }
    }
    return importEach(choices, importKey, progress)
  }

  /**
   * Replaces a key with this computer's newer copy. Performs all checks before deleting anything; from then on, the
   * result contains the key even if a step fails.
   */
  renew(
    gitlab: GitLabClient,
    keyId: number,
    { localKeyId, replace_used: replacesUsed }: GpgKeyReplacement,
  ): Promise<KeyRenewal<GpgKey, GpgKeyBackup>> {
    return this.#renewals.run(gitlab.account, keyId, async () => {
      const ownKeys = ownGpgKeys(gitlab)
      const old = await ownKeys.get(keyId)
      const local = await this.#copyOf(this.#examined.get(localKeyId))
      const parsed = await parseGpgKey(old, this.#options.now())
      if (!parsed) throw createFailureError('keys.unreadableGpgKey')
      const { details, packets } = parsed
      const { fingerprint } = details
      if (fingerprint !== local.details.fingerprint) {
        throw createFailureError('keys.differentKeys')
      }
      if (describeNewParts(local, parsed).length === 0) return { outcome: 'unchanged', key: old }
      if (!replacesUsed) await this.#assertNotSigner(fingerprint)
      const block = await gpgKeyToSend(message('keys.localKey'), local.packets)
      assertOnePublicKey(message('keys.accountKey'), old.key)
      const plan = { before: { key: old.key }, after: { key: block } }
      const backUp = () => {
        const lost = { file: 'the account', identity: fingerprint, details, packets }
        const backupId = this.#examined.add('renewal', { ...lost, hasPrivateKey: false })
        return { localKeyId: backupId, fingerprint, publicKey: old.key }
      }
      return replaceKey(ownKeys, keyId, plan, { toKey: (entry) => entry, backUp })
    })
  }

  /** Throws if git on this computer signs with the key, or if that's unknown. */
  async #assertNotSigner(fingerprint: string): Promise<void> {
    const { name, primary, said } = (await this.#options.gitSigner?.()) ?? {}
    if (said !== undefined) throw createFailureError('keys.signerUnknown', { reason: said })
    if (primary === fingerprint) throw createFailureError('keys.signsHere', { name: name! })
  }

  #surroundings(account: string | undefined): KeyContext | undefined {
    return account === undefined ? undefined : this.#options.beside?.(account)
  }

  async #parse(entry: GpgKey): Promise<ParsedGpgKey> {
    const key = await parseGpgKey(entry, this.#options.now())
    return { entry, key, identity: key?.details.fingerprint }
  }

  async #parsedKeys(remote: Pick<RemoteGpgKeys, 'list'>): Promise<ParsedGpgKey[]> {
    return Promise.all((await remote.list()).map((entry) => this.#parse(entry)))
  }

  /** A complete key. Throws if gpg doesn't export it. */
  async #copyOf(key: ExaminedGpgKey): Promise<GpgPublicKey> {
    const copy = (await this.#copies([key])).get(key)
    if (copy) return copy
    throw createFailureError('keys.notExported', { fingerprint: key.identity })
  }

  /** Complete keys, from their packets or from gpg. Skips keys that gpg doesn't export. */
  async #copies(keys: readonly ExaminedGpgKey[]): Promise<Map<ExaminedGpgKey, GpgPublicKey>> {
    const ofGpg = keys.filter(({ packets }) => !packets).map(({ identity }) => identity)
    const answer = await this.#options.gpg.export(ofGpg)
    const output = 'failure' in answer ? Buffer.alloc(0) : answer.output
    const exported = await this.#read((await ifReadable(() => splitGpgKeys(output))) ?? [])
    const copies = new Map<ExaminedGpgKey, GpgPublicKey>()
    for (const key of keys) {
      const candidates = key.packets ? await this.#read([key.packets]) : exported
      const copy = candidates.find(({ details }) => details.fingerprint === key.identity)
      if (copy) copies.set(key, copy)
    }
    return copies
  }

  async #read(blocks: readonly Buffer[]): Promise<GpgPublicKey[]> {
    const keys: GpgPublicKey[] = []
    for (const packets of blocks) {
      const key = await ifReadable(() => readGpgKey(packets, this.#options.now()))
      if (key) keys.push(key)
    }
    return keys
  }
}

const inUseTexts = {
  onAccount: (_: ParsedGpgKey, isOwn: boolean) => ({
    message: message('keys.gpgOnAccount', { isOwn }),
    hint: message('keys.gpgOnAccountHint', { isOwn }),
  }),
  elsewhere: (_: ParsedGpgKey, isSender: boolean) => message('keys.gpgElsewhere', { isSender }),
  bySomeoneElse: message('keys.gpgOfSomeoneElse'),
}

/** Returns undefined for anything malformed or secret. */
async function ifReadable<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MalformedKeyError || error instanceof SecretPacketError) return undefined
    throw error
  }
}

/**
 * The block to send: only this one public key's packets. It is checked like an untrusted file: it must contain exactly
 * one key and no secrets.
 */
export async function gpgKeyToSend(name: MessageValue, packets: Buffer): Promise<string> {
  // guard: second-check-gpg
  assertNoSecretKey(name, packets)
  assertOneKey(name, [packets])
  return toArmoredBlock(packets)
}

/** Performs the same check on a block from the instance, which is sent back if a renewal fails. */
export function assertOnePublicKey(name: MessageValue, block: string): void {
  // guard: second-check-gpg-block
  assertNoSecretKey(name, block)
  assertOneKey(name, readArmoredBlocks(block))
}

function assertOneKey(name: MessageValue, blocks: readonly Buffer[]): void {
  try {
    if (blocks.flatMap(splitGpgKeys).length === 1) return
  } catch (error) {
    if (!(error instanceof SecretPacketError)) throw error
  }
  const reason = message('keys.notOnePublicKey')
  throw createFailureError('keyFiles.problem', { file: name, reason })
}
