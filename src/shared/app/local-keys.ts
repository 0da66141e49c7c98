import { z } from 'zod'
import { SentDate, SentId, SentText, SentTimestamp } from '../service/fields.ts'
import { SshKey, sshKeyUsages } from '../service/ssh-keys.ts'
import { CarriedFailure, accountOperation, adminOperation, kept, operation } from './operation.ts'

/** Most files that are read at once, and most keys that are imported at once. */
export const localKeysAtOnce = 5000
/** No file of keys is larger, in bytes. */
export const localKeyFileLimit = 64 * 1024

/** A public key, taken apart. */
export const SshKeyDetails = z.object({
  type: z.string(),
  bits: z.number(),
  /** `SHA256:…`, as `ssh-keygen -lf` prints it. */
  fingerprint: z.string(),
  /** Empty where there is none. */
  comment: z.string(),
  /** One sentence that says why the key is no longer safe. */
  weak: z.string().optional(),
  /** The key as one line, rebuilt from its parts; for copying. */
  publicKey: z.string(),
})
export type SshKeyDetails = z.output<typeof SshKeyDetails>

/** A public key of this machine, or one that was chosen, dropped or pasted. */
export const LocalSshKey = SshKeyDetails.extend({
  kind: z.literal('key'),
  /** Names the key in later calls; says nothing of where it lies. */
  localKeyId: z.string(),
  /** The file's name, for people; no operation takes it back. */
  file: z.string(),
  /** Name of the file with the private key that belongs to it, where one was seen. */
  privateKey: z.string().optional(),
  /** What it would be called on the account. */
  title: z.string(),
})
export type LocalSshKey = z.output<typeof LocalSshKey>

/** What came of one file, or of one key in it. */
export const LocalSshKeyRow = z.discriminatedUnion('kind', [
  LocalSshKey,
  /** Holds secret key material, or was meant to be a public key and is broken. */
  z.object({
    kind: z.literal('refused'),
    file: z.string(),
    secret: z.boolean(),
    message: z.string(),
    hint: z.string(),
  }),
  /** Nothing to import, and nothing wrong. */
  z.object({
    kind: z.literal('skipped'),
    file: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  }),
])
export type LocalSshKeyRow = z.output<typeof LocalSshKeyRow>

/** A key of the account, with what its text tells and where this machine has it. */
export const AccountSshKey = SshKey.extend({
  /** Absent where the text could not be read. */
  details: SshKeyDetails.optional(),
  localKeyIds: z.array(z.string()),
})
export type AccountSshKey = z.output<typeof AccountSshKey>

const usage = z.enum(sshKeyUsages)
const Expiry = z.union([SentTimestamp, SentDate])

/** One key to import. What is left out is the key's proposed title, both usages, and no expiry. */
export const SshKeyChoice = z.strictObject({
  localKeyId: z.string().max(64),
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.optional(),
})
export type SshKeyChoice = z.output<typeof SshKeyChoice>

export const SshKeyImportResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('imported'), localKeyId: z.string(), key: AccountSshKey }),
  z.object({
    outcome: z.literal('taken'),
    localKeyId: z.string(),
    where: z.enum(['this-account', 'another-account', 'somebody-else']),
    /** Id of the other account that is signed in here and has the key. */
    account: z.string().optional(),
    /** Id of the key there. */
    keyId: z.number().optional(),
    message: z.string(),
    hint: z.string(),
  }),
  z.object({ outcome: z.literal('failed'), localKeyId: z.string(), failure: CarriedFailure }),
  /** An earlier key failed in a way that this one would have failed in too. */
  z.object({ outcome: z.literal('not-tried'), localKeyId: z.string() }),
])
export type SshKeyImportResult = z.output<typeof SshKeyImportResult>

/** What changes; what is left out stays. `expires_at: null` takes the expiry away. */
export const SshKeyChanges = z.strictObject({
  title: SentText.optional(),
  usage_type: usage.optional(),
  expires_at: Expiry.nullish(),
})
export type SshKeyChanges = z.output<typeof SshKeyChanges>

/** A key that is not, or perhaps not, on the account any more, with all it takes to add it again. */
export const KeptSshKey = z.object({
  /** For `import`. */
  localKeyId: z.string(),
  title: z.string(),
  publicKey: z.string(),
  usage_type: usage.optional(),
  expires_at: z.string().optional(),
})
export type KeptSshKey = z.output<typeof KeptSshKey>

export const SshKeyRenewal = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('renewed'), key: AccountSshKey }),
  /** Nothing was to be changed, so nothing was sent. */
  z.object({ outcome: z.literal('unchanged'), key: AccountSshKey }),
  /** The service refused the changed key; the old one is there again, under a new id. */
  z.object({ outcome: z.literal('restored'), key: AccountSshKey, failure: CarriedFailure }),
  /** The old key is deleted and could not be put back. */
  z.object({ outcome: z.literal('lost'), kept: KeptSshKey, failure: CarriedFailure }),
  /** Answers were lost, so it is not known whether the key is there. */
  z.object({ outcome: z.literal('unsure'), kept: KeptSshKey, failure: CarriedFailure }),
])
export type SshKeyRenewal = z.output<typeof SshKeyRenewal>

const KeysSideBySide = z.object({
  account: z.array(AccountSshKey),
  /** `keyId` is the key's id on the account, where it is there already. */
  local: z.array(LocalSshKey.extend({ keyId: z.number().optional() })),
})

/**
 * SSH keys of this machine. No operation takes a path: a folder is scanned because it is the home folder's own, and a file that
 * was chosen or dropped comes as its name and text.
 */
export const localSshKeys = {
  /** Looks through `~/.ssh`. */
  scan: operation({ input: z.strictObject({}), output: z.array(LocalSshKeyRow) }),
  /**
   * Reads texts that were chosen, dropped or pasted. A file that is no UTF-8 comes as Latin-1, one character a byte; of a
   * larger one its first 65,537 characters are enough to refuse it.
   */
  read: operation({
    input: z.strictObject({
      files: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(255),
            text: z.string().max(localKeyFileLimit + 1),
          }),
        )
        .max(localKeysAtOnce, `are too many at once (${localKeysAtOnce} at most)`),
    }),
    output: z.array(LocalSshKeyRow),
  }),
  /** The account's keys beside those found so far, joined by type and blob. */
  list: kept(accountOperation({ input: z.strictObject({}), output: KeysSideBySide })),
  /** Adds keys to the account, one result for each, in order. */
  import: accountOperation({
    input: z.strictObject({ keys: z.array(SshKeyChoice).min(1).max(localKeysAtOnce) }),
    output: z.array(SshKeyImportResult),
  }),
  /** The same list for somebody else, by an administrator. */
  listFor: kept(
    adminOperation({
      input: z.strictObject({ user_id: SentId }),
      output: KeysSideBySide,
    }),
  ),
  /** Adds keys to somebody else's account, after the same checks; each one is in the journal. */
  importFor: adminOperation({
    input: z.strictObject({
      user_id: SentId,
      keys: z.array(SshKeyChoice).min(1).max(localKeysAtOnce),
    }),
    output: z.array(SshKeyImportResult),
  }),
  /** There is no way to change a key, so the old one is deleted, the changed one added, and if that fails the old one again. */
  renew: accountOperation({
    input: SshKeyChanges.extend({ key_id: SentId }),
    output: SshKeyRenewal,
  }),
}
