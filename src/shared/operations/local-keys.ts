import { z } from 'zod'
import { SentDate, SentId, SentText, SentTimestamp } from '../gitlab/fields.ts'
import { SshKey } from '../gitlab/ssh-keys.ts'
import { sshKeyUsages } from '../rules/ssh-keys.ts'
import {
  GivenFileName,
  LocalKeyId,
  fileRow,
  givenFiles,
  isIgnored,
  keyImportResult,
  knownElsewhere,
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
  /** Why the key is considered weak. */
  weak: z.string().optional(),
  /** The key as one line, rebuilt from its parts, for copying. */
  publicKey: z.string(),
})
export type SshKeyDetails = z.output<typeof SshKeyDetails>

/** A public key of this computer, or one that was chosen, dropped or pasted. */
export const LocalSshKey = SshKeyDetails.extend({
  kind: z.literal('key'),
  /** Identifies the key in later calls without exposing its path. */
  localKeyId: z.string(),
  /** The name of the file or agent, for display only; operations don't accept it. */
  file: z.string(),
  /** Name of the file with its private key, if found. */
  privateKey: z.string().optional(),
  /** Whether the private key has a passphrase, if its file shows it. */
  hasPassphrase: z.boolean().optional(),
  /** Name of the agent that provides the key, including its private key. */
  agent: z.string().optional(),
  /** Names of all agents with its private key; absent for a key that was chosen, dropped or pasted. */
  agents: z.array(z.string()).optional(),
  /** The title it would have on the account. */
  title: z.string(),
  /** Whether the user chose, dropped or pasted it, as opposed to being found by a scan. */
  isAdded: z.boolean().optional(),
  /** Whether its comment was dropped because it looks like part of a private key. */
  lostComment: z.boolean().optional(),
})
export type LocalSshKey = z.output<typeof LocalSshKey>

export const LocalSshKeyRow = fileRow(LocalSshKey)
export type LocalSshKeyRow = z.output<typeof LocalSshKeyRow>

/** A key of the account, parsed, with its copies on this computer. */
export const AccountSshKey = SshKey.extend({
  /** Absent if the text could not be parsed. */
  details: SshKeyDetails.optional(),
  localKeyIds: z.array(z.string()),
  ...knownElsewhere,
})
export type AccountSshKey = z.output<typeof AccountSshKey>

const usage = z.enum(sshKeyUsages)
const Expiry = z.union([SentTimestamp, SentDate])

/** One key to import. Defaults to the proposed title, both usages and no expiry. */
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
})
export type SshKeyChanges = z.output<typeof SshKeyChanges>

/** A key possibly lost in a renewal, with everything needed to add it again. */
export const SshKeyBackup = z.object({
  /** For `import`. */
  localKeyId: z.string(),
  title: z.string(),
  publicKey: z.string(),
  usage_type: usage.optional(),
  expires_at: z.string().optional(),
})
export type SshKeyBackup = z.output<typeof SshKeyBackup>

export const SshKeyRenewal = renewalResult(AccountSshKey, SshKeyBackup)
export type SshKeyRenewal = z.output<typeof SshKeyRenewal>

const SshKeyLists = z.object({
  account: z.array(AccountSshKey),
  /** `keyId` is the key's ID on the account, if it was already added. */
  local: z.array(
    LocalSshKey.extend({ keyId: z.number().optional(), ...knownElsewhere, isIgnored }),
  ),
})
export type SshKeyLists = z.output<typeof SshKeyLists>

/**
 * A file that is not UTF-8 is sent as Latin-1, one character per byte. An oversized one is cut one character above the
 * limit, which is enough to reject it.
 */
const GivenFile = z.strictObject({
  name: GivenFileName,
  text: z.string().max(localKeyFileLimit + 1),
})
const Choices = z.array(SshKeyChoice).min(1).max(importedKeysAtOnce)

/**
 * SSH keys of this computer: those in `~/.ssh`, and files that were chosen, dropped or pasted. Operations don't
 * take paths: a scan reads fixed locations, and files are sent by name and content.
 */
export const localSshKeys = {
  /** Looks for keys on this computer. */
  scan: computerOperation({ input: z.strictObject({}), output: z.array(LocalSshKeyRow) }),
  /** Reads files that were chosen, dropped or pasted. */
  read: computerOperation({
    input: z.strictObject({ files: givenFiles(GivenFile, localKeysAtOnce) }),
    output: z.array(LocalSshKeyRow),
  }),
  /** Forgets a key that was chosen, dropped or pasted. */
  forget: computerOperation({
    input: z.strictObject({ localKeyId: LocalKeyId }),
    output: z.object({}),
  }),
  /** The account's keys and the local keys read so far, joined by type and blob. */
  list: cacheable(accountOperation({ input: z.strictObject({}), output: SshKeyLists })),
  /** The same for another user, for administrators. */
  listFor: cacheable(
    adminOperation({ input: z.strictObject({ user_id: SentId }), output: SshKeyLists }),
  ),
  /**
   * Adds keys to the account; returns one result per key, in order. The event `keyImport` reports each result as
   * it arrives.
   */
  import: accountOperation({
    input: z.strictObject({ keys: Choices }),
    output: z.array(SshKeyImportResult),
  }),
  /** Adds keys to another user's account after the same checks; the audit log records each. */
  importFor: adminOperation({
    input: z.strictObject({ user_id: SentId, keys: Choices }),
    output: z.array(SshKeyImportResult),
  }),
  /** Stops the imports of the account before their next key. The remaining ones are `not-tried`. */
  cancelImport: accountOperation({ input: z.strictObject({}), output: z.object({}) }),
  /**
   * GitLab can't edit keys, so this deletes the old one and adds the changed one; if that fails, it restores the
   * old one.
   */
  renew: accountOperation({
    input: SshKeyChanges.extend({ key_id: SentId }),
    output: SshKeyRenewal,
  }),
}
