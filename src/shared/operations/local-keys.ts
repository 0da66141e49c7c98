import { z } from 'zod'
import { SentDate, SentId, SentText, SentTimestamp } from '../gitlab/fields.ts'
import { SshKey } from '../gitlab/ssh-keys.ts'
import { sshKeyUsages } from '../rules/ssh-keys.ts'
import {
  KeyFileName,
  LocalKeyId,
  accountKeyFields,
  fileRow,
  keyFileInputs,
  keyImportResult,
  listedKeyFields,
  renewalResult,
} from './keys.ts'
import { accountOperation, adminOperation, cacheable, computerOperation } from './operation.ts'
import { importedKeysAtOnce, localKeyFileLimit, localKeysAtOnce } from '../rules/limits.ts'

/** A parsed public key. */
export const SshKeyDetails = z.object({
  type: z.string(),
  bits: z.number(),
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  fingerprint: z.string(),
  /** Empty if there is none. */
  comment: z.string(),
  /** The reason if the key is weak. */
  weak: z.string().optional(),
  /** The key as a single line, rebuilt from its parts, for copying. */
  publicKey: z.string(),
})
export type SshKeyDetails = z.output<typeof SshKeyDetails>

/** A public key on this computer, or one that the user chose, dropped or pasted. */
export const LocalSshKey = SshKeyDetails.extend({
  kind: z.literal('key'),
  /** Identifies the key in later calls without exposing its path. */
  localKeyId: z.string(),
  /** The name of the file or agent, for display only. Operations don't accept it. */
  file: z.string(),
  /** The name of the file with its private key, if found. */
  privateKey: z.string().optional(),
  /** Whether the private key has a passphrase, if its file reveals that. */
  hasPassphrase: z.boolean().optional(),
  /** The agent that provides the key, including its private key. */
  agent: z.string().optional(),
  /** All agents that have its private key; absent for a key that the user chose, dropped or pasted. */
  agents: z.array(z.string()).optional(),
  /** The proposed title on the account. */
  title: z.string(),
  /** Whether the user chose, dropped or pasted it, instead of a scan finding it. */
  isAdded: z.boolean().optional(),
  /** Whether its comment was dropped because it looks like part of a private key. */
  lostComment: z.boolean().optional(),
})
export type LocalSshKey = z.output<typeof LocalSshKey>

/** A key on this computer as the list shows it. */
export const ListedSshKey = LocalSshKey.extend({
  ...listedKeyFields,
  /** The names of all files with its private key. */
  privateKeys: z.array(z.string()),
})
export type ListedSshKey = z.output<typeof ListedSshKey>

export const LocalSshKeyRow = fileRow(ListedSshKey)
export type LocalSshKeyRow = z.output<typeof LocalSshKeyRow>

/** One of the account's keys, parsed. */
export const AccountSshKey = z.lazy(() =>
  SshKey.extend({
    /** Absent if the text couldn't be parsed. */
    details: SshKeyDetails.optional(),
    ...accountKeyFields(LocalSshKey),
  }),
)
export type AccountSshKey = z.output<typeof AccountSshKey>

const usage = z.enum(sshKeyUsages)
const Expiry = z.union([SentTimestamp, SentDate])

/** A key to import. Defaults to the proposed title, both usages and no expiry. */
export const SshKeyChoice = z.strictObject({
  localKeyId: LocalKeyId,
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.optional(),
})
export type SshKeyChoice = z.output<typeof SshKeyChoice>

export const SshKeyImportResult = keyImportResult(AccountSshKey)
export type SshKeyImportResult = z.output<typeof SshKeyImportResult>

/** The fields to change. `expires_at: null` removes the expiry. */
export const SshKeyChanges = z.strictObject({
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.nullish(),
  /** Whether to replace the key even if this computer has its private key, in a file or an agent. */
  replace_used: z.boolean().optional(),
})
export type SshKeyChanges = z.output<typeof SshKeyChanges>

/** A key that a renewal may have lost, with everything needed to add it again. */
export const SshKeyBackup = z.lazy(() =>
  z.object({
    /** For `import`. */
    localKeyId: z.string(),
    title: z.string(),
    publicKey: z.string(),
    usage_type: usage.optional(),
    expires_at: z.string().optional(),
  }),
)
export type SshKeyBackup = z.output<typeof SshKeyBackup>

export const SshKeyRenewal = renewalResult(AccountSshKey, SshKeyBackup)
export type SshKeyRenewal = z.output<typeof SshKeyRenewal>

const SshKeyLists = z.lazy(() =>
  z.object({ account: z.array(AccountSshKey), local: z.array(ListedSshKey) }),
)
export type SshKeyLists = z.output<typeof SshKeyLists>

/**
 * A file that isn't UTF-8 is sent as Latin-1, one character per byte. An oversized file is cut off one character above
 * the limit, which is enough to reject it.
 */
const KeyFileInput = z.lazy(() =>
  z.strictObject({
    name: KeyFileName,
    text: z.string().max(localKeyFileLimit + 1),
  }),
)
const Choices = z.lazy(() => z.array(SshKeyChoice).min(1).max(importedKeysAtOnce))

/**
 * SSH keys on this computer: those in `~/.ssh`, and files that the user chose, dropped or pasted. Operations don't take
 * paths. A scan reads fixed locations, and files are sent by name and content.
 */
export const localSshKeys = {
  /** Scans this computer for keys. */
  scan: computerOperation(() => ({ input: z.strictObject({}), output: z.array(LocalSshKeyRow) })),
  /** Reads files that the user chose, dropped or pasted. */
  read: computerOperation(() => ({
    input: z.strictObject({ files: keyFileInputs(KeyFileInput, localKeysAtOnce) }),
    output: z.array(LocalSshKeyRow),
  })),
  /** Forgets a key that the user chose, dropped or pasted. */
  forget: computerOperation(() => ({
    input: z.strictObject({ localKeyId: LocalKeyId }),
    output: z.object({}),
  })),
  /** Lists the account's keys and the local keys read so far, joined by type and blob. */
  list: cacheable(accountOperation(() => ({ input: z.strictObject({}), output: SshKeyLists }))),
  /** The same for another user. Administrators only. */
  listFor: cacheable(
    adminOperation(() => ({ input: z.strictObject({ user_id: SentId }), output: SshKeyLists })),
  ),
  /**
   * Adds keys to the account and returns one result per key, in order. The event `keyImport` reports each result as it
   * arrives.
   */
  import: accountOperation(() => ({
    input: z.strictObject({ keys: Choices }),
    output: z.array(SshKeyImportResult),
  })),
  /** Adds keys to another user's account after the same checks. The audit log records each key. */
  importFor: adminOperation(() => ({
    input: z.strictObject({ user_id: SentId, keys: Choices }),
    output: z.array(SshKeyImportResult),
  })),
  /** Stops the account's imports before their next key. The remaining keys are `not-tried`. */
  cancelImport: accountOperation(() => ({ input: z.strictObject({}), output: z.object({}) })),
  /**
   * GitLab can't edit keys, so this deletes the old key and adds the changed one. If that fails, it restores the old
   * key.
   */
  renew: accountOperation(() => ({
    input: SshKeyChanges.extend({ key_id: SentId }),
    output: SshKeyRenewal,
  })),
}
