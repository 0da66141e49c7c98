import { z } from 'zod'
import { SentDate, SentText, SentTimestamp } from '../service/fields.ts'
import { SshKey } from '../service/ssh-keys.ts'
import { sshKeyUsages } from '../rules/ssh-keys.ts'
import { LocalKeyId, fileRow, importResult, localKeyOperations, renewalResult } from './keys.ts'
import { importedKeysAtOnce, localKeyFileLimit, localKeysAtOnce, nameLimit } from '../limits.ts'
import { upTo } from '../validation.ts'

/** A parsed public key. */
export const SshKeyDetails = z.object({
  type: z.string(),
  bits: z.number(),
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  fingerprint: z.string(),
  /** Empty where there is none. */
  comment: z.string(),
  /** Why the key is no longer safe. */
  weak: z.string().optional(),
  /** The key as one line, rebuilt from its parts; for copying. */
  publicKey: z.string(),
})
export type SshKeyDetails = z.output<typeof SshKeyDetails>

/** A public key of this computer, or one that was chosen, dropped or pasted. */
export const LocalSshKey = SshKeyDetails.extend({
  kind: z.literal('key'),
  /** Names the key in later calls, without its path. */
  localKeyId: z.string(),
  /** The file's name for display, or the agent's; no operation accepts it. */
  file: z.string(),
  /** Name of the file with its private key, where one was found. */
  privateKey: z.string().optional(),
  /** Name of the agent that the key comes from, and that keeps its private half. */
  agent: z.string().optional(),
  /** The title that it would have on the account. */
  title: z.string(),
  /** Whether it was chosen, dropped or pasted, and not found by a scan. */
  isAdded: z.boolean().optional(),
  /** Whether its comment was left out because it looks like a part of a private key. */
  lostComment: z.boolean().optional(),
})
export type LocalSshKey = z.output<typeof LocalSshKey>

export const LocalSshKeyRow = fileRow(LocalSshKey)
export type LocalSshKeyRow = z.output<typeof LocalSshKeyRow>

/** A key of the account, parsed, with the copies on this computer. */
export const AccountSshKey = SshKey.extend({
  /** Absent where the text could not be read. */
  details: SshKeyDetails.optional(),
  localKeyIds: z.array(z.string()),
})
export type AccountSshKey = z.output<typeof AccountSshKey>

const usage = z.enum(sshKeyUsages)
const Expiry = z.union([SentTimestamp, SentDate])

/** One key to import. The defaults are the key's proposed title, both usages, and no expiry. */
export const SshKeyChoice = z.strictObject({
  localKeyId: LocalKeyId,
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.optional(),
})
export type SshKeyChoice = z.output<typeof SshKeyChoice>

export const SshKeyImportResult = importResult(AccountSshKey)
export type SshKeyImportResult = z.output<typeof SshKeyImportResult>

/** The fields to change. `expires_at: null` removes the expiry. */
export const SshKeyChanges = z.strictObject({
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.nullish(),
})
export type SshKeyChanges = z.output<typeof SshKeyChanges>

/** A key that a renewal may have lost, with all it takes to add it again. */
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
  /** `keyId` is the key's ID on the account, where it is there already. */
  local: z.array(LocalSshKey.extend({ keyId: z.number().optional() })),
})
export type SshKeyLists = z.output<typeof SshKeyLists>

/** SSH keys of this computer: those of `~/.ssh`, and files that were chosen, dropped or pasted. */
export const localSshKeys = localKeyOperations({
  filesAtOnce: localKeysAtOnce,
  keysAtOnce: importedKeysAtOnce,
  scan: z.array(LocalSshKeyRow),
  /**
   * A file that is not UTF-8 comes as Latin-1, one character a byte. One that is too large is cut one character above the limit,
   * which is enough to refuse it.
   */
  file: z.strictObject({
    name: z
      .string()
      .min(1)
      .refine(...upTo(nameLimit)),
    text: z.string().max(localKeyFileLimit + 1),
  }),
  row: LocalSshKeyRow,
  /** Joined by type and blob. */
  list: SshKeyLists,
  choice: SshKeyChoice,
  result: SshKeyImportResult,
  changes: SshKeyChanges,
  renewal: SshKeyRenewal,
})
