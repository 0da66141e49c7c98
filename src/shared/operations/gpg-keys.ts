import { z } from 'zod'
import { SentId } from '../gitlab/fields.ts'
import { GpgKey } from '../gitlab/gpg-keys.ts'
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
import { gpgKeyFileLimit, gpgKeysAtOnce, importedKeysAtOnce } from '../rules/limits.ts'

const Capability = z.enum(['certify', 'sign', 'encrypt', 'authenticate'])
export type GpgKeyCapability = z.output<typeof Capability>

const keyParts = {
  /** Upper-case hex digits. */
  fingerprint: z.string(),
  /** The last 16 digits of the fingerprint for most keys. */
  keyId: z.string(),
  /** ISO 8601. */
  created: z.string(),
  /** ISO 8601; absent if it never expires. */
  expires: z.string().optional(),
  expired: z.boolean(),
  revoked: z.boolean(),
  capabilities: z.array(Capability),
}

/** A user ID of a key. Only self-signed ones are shown. */
export const GpgUserId = z.object({
  text: z.string(),
  email: z.string().optional(),
  revoked: z.boolean(),
})
export type GpgUserId = z.output<typeof GpgUserId>

/** A parsed public key. */
export const GpgKeyDetails = z.object({
  ...keyParts,
  userIds: z.array(GpgUserId),
  subkeys: z.array(z.object(keyParts)),
  /** Set if Latchkey can't verify that the key signed its user IDs and subkeys. */
  unchecked: z.boolean().optional(),
})
export type GpgKeyDetails = z.output<typeof GpgKeyDetails>

/** A public key from the local gpg, or one that the user chose, dropped or pasted. */
export const LocalGpgKey = GpgKeyDetails.extend({
  kind: z.literal('key'),
  /** Identifies the key in later calls without exposing its path. */
  localKeyId: z.string(),
  /** The file name or `gpg`, for display only. Operations don't accept it. */
  file: z.string(),
  /** Whether the user chose, dropped or pasted it, instead of a scan finding it. */
  isAdded: z.boolean().optional(),
  /** Whether gpg has its private key. Always false for a file. */
  hasPrivateKey: z.boolean(),
})
export type LocalGpgKey = z.output<typeof LocalGpgKey>

/** The state of gpg on this computer. */
export const GpgState = z.lazy(() =>
  z.object({
    state: z.enum(['ready', 'absent', 'failed']),
    /** The problem; empty if gpg is ready. */
    message: z.string(),
    hint: z.string().optional(),
  }),
)
export type GpgState = z.output<typeof GpgState>

/** A comparison of a key's user IDs with an account's emails. */
const addressParts = {
  userIds: z.array(
    GpgUserId.extend({ address: z.enum(['confirmed', 'unconfirmed', 'not-on-account', 'none']) }),
  ),
  /** Why GitLab shows signatures of the key as unverified; absent if they are verified. */
  unverified: z
    .object({
      reason: z.enum(['unconfirmed', 'notOnAccount']),
      text: z.string(),
      /** That email, if the key has one. */
      email: z.string().optional(),
    })
    .optional(),
}
const MatchedGpgKeyDetails = GpgKeyDetails.extend(addressParts)

/** One of the account's keys, parsed. */
export const AccountGpgKey = z.lazy(() =>
  GpgKey.extend({
    /** Absent if the block couldn't be parsed. */
    details: MatchedGpgKeyDetails.optional(),
    ...accountKeyFields(LocalGpgKey),
    /** The best copy that has parts which the account's copy lacks, and those parts. */
    newer: z.object({ localKeyId: z.string(), changes: z.array(z.string()) }).optional(),
  }),
)
export type AccountGpgKey = z.output<typeof AccountGpgKey>

/** A key on this computer as the list shows it. */
export const ListedGpgKey = LocalGpgKey.extend({ ...addressParts, ...listedKeyFields })
export type ListedGpgKey = z.output<typeof ListedGpgKey>

export const LocalGpgFileRow = fileRow(ListedGpgKey)
export type LocalGpgFileRow = z.output<typeof LocalGpgFileRow>

export const GpgKeyImportResult = keyImportResult(GpgKey)
export type GpgKeyImportResult = z.output<typeof GpgKeyImportResult>

/** A key that a renewal may have lost, with everything needed to add it again. */
export const GpgKeyBackup = z.lazy(() =>
  z.object({
    /** For `import`. */
    localKeyId: z.string(),
    fingerprint: z.string(),
    /** The armored block on the account. */
    publicKey: z.string(),
  }),
)
export type GpgKeyBackup = z.output<typeof GpgKeyBackup>

export const GpgKeyRenewal = renewalResult(GpgKey, GpgKeyBackup)
export type GpgKeyRenewal = z.output<typeof GpgKeyRenewal>

/** An oversized file is cut off one byte above the limit, which is enough to reject it. */
const KeyFileInput = z.lazy(() =>
  z.union([
    z.strictObject({ name: KeyFileName, text: z.string().max(gpgKeyFileLimit + 1) }),
    z.strictObject({
      name: KeyFileName,
      /** The bytes of a binary file. */
      base64: z.base64().max(Math.ceil((gpgKeyFileLimit + 1) / 3) * 4),
    }),
  ]),
)

const GpgKeyLists = z.lazy(() =>
  z.object({ account: z.array(AccountGpgKey), local: z.array(ListedGpgKey) }),
)
export type GpgKeyLists = z.output<typeof GpgKeyLists>

const GpgKeyChoice = z.strictObject({ localKeyId: LocalKeyId })
export type GpgKeyChoice = z.output<typeof GpgKeyChoice>

const GpgKeyReplacement = GpgKeyChoice.extend({
  /** Whether to replace the key even if git on this computer signs with it. */
  replace_used: z.boolean().optional(),
})
export type GpgKeyReplacement = z.output<typeof GpgKeyReplacement>

/** The result of `scan`. A missing gpg is a state rather than a failure. */
const GpgScan = z.lazy(() => z.object({ gpg: GpgState, keys: z.array(ListedGpgKey) }))
export type GpgScan = z.output<typeof GpgScan>

const Choices = z.lazy(() => z.array(GpgKeyChoice).min(1).max(importedKeysAtOnce))

/**
 * GPG keys on this computer: those in the local gpg, and files that the user chose, dropped or pasted. See
 * `localSshKeys`.
 */
export const localGpgKeys = {
  scan: computerOperation(() => ({ input: z.strictObject({}), output: GpgScan })),
  read: computerOperation(() => ({
    input: z.strictObject({ files: keyFileInputs(KeyFileInput, gpgKeysAtOnce) }),
    output: z.array(LocalGpgFileRow),
  })),
  forget: computerOperation(() => ({
    input: z.strictObject({ localKeyId: LocalKeyId }),
    output: z.object({}),
  })),
  list: cacheable(accountOperation(() => ({ input: z.strictObject({}), output: GpgKeyLists }))),
  listFor: cacheable(
    adminOperation(() => ({ input: z.strictObject({ user_id: SentId }), output: GpgKeyLists })),
  ),
  import: accountOperation(() => ({
    input: z.strictObject({ keys: Choices }),
    output: z.array(GpgKeyImportResult),
  })),
  importFor: adminOperation(() => ({
    input: z.strictObject({ user_id: SentId, keys: Choices }),
    output: z.array(GpgKeyImportResult),
  })),
  cancelImport: accountOperation(() => ({ input: z.strictObject({}), output: z.object({}) })),
  renew: accountOperation(() => ({
    input: GpgKeyReplacement.extend({ key_id: SentId }),
    output: GpgKeyRenewal,
  })),
}
