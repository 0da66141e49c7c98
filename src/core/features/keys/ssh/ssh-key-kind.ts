import { join } from 'node:path'
import type {
  AccountSshKey,
  SshKeyBackup,
  LocalSshKey,
  LocalSshKeyRow,
  SshKeyChanges,
  SshKeyChoice,
  SshKeyLists,
} from '../../../../shared/app/local-keys.ts'
import { message } from '../../../../shared/messages/message.ts'
import { localKeyFileLimit, nameLimit } from '../../../../shared/limits.ts'
import type { SshKey } from '../../../../shared/service/ssh-keys.ts'
import { parseSshKey } from '../../../keys/account-ssh-keys.ts'
import { type SshPublicKey, sshKeyDetails, sshKeyIdentity } from '../../../keys/ssh-public-key.ts'
import { repairText, decodeText } from '../../../keys/text.ts'
import type { ExaminedKey } from '../examined-keys.ts'
import type { FileRow } from '../file-rows.ts'
import type { ParsedAccountKey, KeyKind, KeyTypes } from '../key-kind.ts'
import type { AgentKey } from './agent-keys.ts'
import { type KeyRow, examineSsh, withHarmlessComment } from './examine.ts'
import { scanFolder } from './scan.ts'
import { sshKeyToSend, assertFutureKeyExpiry, assertNoSecretKeyInTitle } from './key-to-send.ts'
import { type NewSshKey, ownSshKeys, sshKeysOfUser } from './remote-ssh-keys.ts'
import { planSshRenewal } from './ssh-key-renewal.ts'
import { toPlainLine } from '../../../../shared/hidden-characters.ts'
import { truncate } from '../../../../shared/text-length.ts'

export interface SshKeyTypes extends KeyTypes {
  entry: SshKey
  newKey: NewSshKey
  publicKey: SshPublicKey
  examined: ExaminedSshKey
  ownerDetails: undefined
  local: LocalSshKey
  accountKey: AccountSshKey
  scan: LocalSshKeyRow[]
  lists: SshKeyLists
  choice: SshKeyChoice
  changes: SshKeyChanges
  backup: Omit<SshKeyBackup, 'localKeyId'>
}

export interface ExaminedSshKey extends ExaminedKey {
  key: SshPublicKey
  /** Name of the file with the private key that belongs to it, if one was seen. */
  privateKey?: string | undefined
  /** The agent that has the private half, where the key comes from there. */
  agent?: string | undefined
  /** The title that it would have on an account. */
  title: string
  /** Whether its comment was left out because it, or its file, looks like a part of a private key. */
  lostComment?: boolean
}

interface SshKeyPorts {
  /** The home folder, whose `.ssh` is scanned. No other path is ever opened. */
  home: string
  /** This computer's name, for titles of keys without a comment. */
  hostName: string
  /** The keys of agents. */
  agentKeys?(): Promise<AgentKey[]>
  /** Milliseconds since 1970. */
  now(): number
}

/** SSH keys: files of `~/.ssh`, the same by type and blob. */
export function sshKeyKind({
  home,
  hostName,
  agentKeys = async () => [],
  now,
}: SshKeyPorts): KeyKind<SshKeyTypes> {
  function toExaminedRow(row: KeyRow): FileRow<ExaminedSshKey> {
    if (row.kind !== 'key') return row
    const { file, key, privateKey, lostComment } = row
    const name = file.replace(/^.*\//, '').replace(/\.pub$/, '')
    const title = titleOf(key, name)
    return {
      kind: 'key',
      key: { file, key, privateKey, title, lostComment, identity: sshKeyIdentity(key) },
    }
  }

  function titleOf({ comment }: SshPublicKey, place: string): string {
    return truncate(toPlainLine(comment) || `${place} (${hostName})`, nameLimit)
  }

  /** A key that an agent has; one that lies beside its private half in a file is shown as that file. */
  function toAgentRows(rows: readonly FileRow<ExaminedSshKey>[], keys: readonly AgentKey[]) {
    const inFiles = new Set(rows.flatMap((row) => usableIdentity(row) ?? []))
    return keys
      .filter(({ key }) => !inFiles.has(sshKeyIdentity(key)))
      .map(({ agent, key: agentKey }): FileRow<ExaminedSshKey> => {
        const { key, lostComment } = withHarmlessComment(agentKey)
        const title = titleOf(key, agent)
        return {
          kind: 'key',
          key: { file: agent, agent, key, title, lostComment, identity: sshKeyIdentity(key) },
        }
      })
  }

  return {
    fileLimit: localKeyFileLimit,
    memoryLimit: 10_000,
    async scan(remember) {
      const ofAgents = agentKeys()
      const rows: FileRow<ExaminedSshKey>[] = []
      for await (const row of scanFolder(join(home, '.ssh'), { displayName: '~/.ssh' })) {
        rows.push(toExaminedRow(row))
      }
      return remember([...rows, ...toAgentRows(rows, await ofAgents)])
    },
    async examine(file, content) {
      const text = repairText(typeof content === 'string' ? content : decodeText(content))
      return examineSsh(file, content, text).map(toExaminedRow)
    },
    toLocalKey: (localKeyId, { file, key, privateKey, agent, title, lostComment, isAdded }) => ({
      kind: 'key',
      localKeyId,
      file,
      privateKey,
      agent,
      title,
      lostComment,
      isAdded,
      ...sshKeyDetails(key),
    }),

    own: ownSshKeys,
    ofUser: sshKeysOfUser,
    parse: async (entry) => parseSshKey(entry),
    identityOf: sshKeyIdentity,
    toAccountKey,
    async compare({ account, local }) {
      return {
        account: account.map((key) => toAccountKey(key, key.localKeyIds)),
        local: local.map(({ localKeyId, key, onAccount }) => ({
          ...this.toLocalKey(localKeyId, key),
          keyId: onAccount?.entry.id,
        })),
      }
    },

    async toSend({ file, key, title: proposed }, { title = proposed, usage_type, expires_at }) {
      assertFutureKeyExpiry(expires_at, now())
      assertNoSecretKeyInTitle(title)
      return { title, key: sshKeyToSend(file, key), usage_type, expires_at }
    },
    planRenewal: async (entry, changes) => planSshRenewal(entry, changes, now()),

    inUse: {
      onAccount: ({ title }, isOwn) => message('keys.sshOnAccount', { isOwn, title }),
      hint: () => message('keys.nothingToDo'),
      elsewhere: ({ title }, isSender) => message('keys.sshElsewhere', { isSender, title }),
      bySomeoneElse: message('keys.sshOfSomeoneElse'),
    },
  }
}

function usableIdentity(row: FileRow<ExaminedSshKey>): string | undefined {
  return row.kind === 'key' && row.key.privateKey !== undefined ? row.key.identity : undefined
}

function toAccountKey(
  { entry, key }: ParsedAccountKey<SshKeyTypes>,
  localKeyIds: string[],
): AccountSshKey {
  return { ...entry, details: key && sshKeyDetails(key), localKeyIds }
}
