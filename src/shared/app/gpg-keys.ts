import { z } from 'zod'
import { SentId } from '../service/fields.ts'
import { GpgKey } from '../service/gpg-keys.ts'
import { CarriedFailure, accountOperation, adminOperation, kept, operation } from './operation.ts'

/** Most files that are read at once, and most keys that are imported at once. */
export const gpgKeysAtOnce = 500
/** No file of GPG keys is larger, in bytes. */
export const gpgKeyFileLimit = 512 * 1024

const Capability = z.enum(['certify', 'sign', 'encrypt', 'authenticate'])
export type GpgKeyCapability = z.output<typeof Capability>

const keyParts = {
  /** Upper-case hex digits. */
  fingerprint: z.string(),
  /** The last 16 digits of the fingerprint of most keys. */
  keyId: z.string(),
  /** ISO 8601. */
  created: z.string(),
  /** ISO 8601; absent where it never expires. */
  expires: z.string().optional(),
  expired: z.boolean(),
  revoked: z.boolean(),
  capabilities: z.array(Capability),
}

/** A name of a key. Only those that the key signed itself are shown. */
export const GpgUserId = z.object({
  text: z.string(),
  email: z.string().optional(),
  revoked: z.boolean(),
})
export type GpgUserId = z.output<typeof GpgUserId>

/** A public key, taken apart. */
export const GpgKeyDetails = z.object({
  ...keyParts,
  userIds: z.array(GpgUserId),
  subkeys: z.array(z.object(keyParts)),
})
export type GpgKeyDetails = z.output<typeof GpgKeyDetails>

/** A public key of the local gpg, or one that was chosen, dropped or pasted. */
export const LocalGpgKey = GpgKeyDetails.extend({
  kind: z.literal('key'),
  /** Names the key in later calls; says nothing of where it lies. */
  localKeyId: z.string(),
  /** The file's name, for people, or `gpg`; no operation takes it back. */
  file: z.string(),
  /** Whether gpg has the private key that belongs to it. Always false for a file. */
  hasPrivateKey: z.boolean(),
})
export type LocalGpgKey = z.output<typeof LocalGpgKey>

/** What came of one file, or of one key in it. */
export const LocalGpgKeyRow = z.discriminatedUnion('kind', [
  LocalGpgKey,
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
export type LocalGpgKeyRow = z.output<typeof LocalGpgKeyRow>

/** What the gpg of this machine can do just now. */
export const GpgState = z.object({
  state: z.enum(['ready', 'absent', 'failed']),
  /** One sentence that says what is wrong; empty when ready. */
  message: z.string(),
  /** What to do then. */
  hint: z.string().optional(),
})
export type GpgState = z.output<typeof GpgState>

/** A key's names beside the addresses of an account. */
const addressParts = {
  userIds: z.array(
    GpgUserId.extend({ address: z.enum(['confirmed', 'unconfirmed', 'not-on-account', 'none']) }),
  ),
  /** One sentence that says why signatures made with the key stay unverified; absent where they do not. */
  unverified: z.string().optional(),
}
const MatchedGpgKeyDetails = GpgKeyDetails.extend(addressParts)

/** A key of the account, with what its block tells and where this machine has it. */
export const AccountGpgKey = GpgKey.extend({
  /** Absent where the block could not be read. */
  details: MatchedGpgKeyDetails.optional(),
  localKeyIds: z.array(z.string()),
})
export type AccountGpgKey = z.output<typeof AccountGpgKey>

/** A local key beside the account's. */
export const JoinedGpgKey = LocalGpgKey.extend({
  ...addressParts,
  state: z.enum(['new', 'on-account', 'changed']),
  /** The key's id on the account, where it is there already. */
  accountKeyId: z.number().optional(),
  /** What this machine's key has that the account's has not, as ends of a sentence; only where `changed`. */
  news: z.array(z.string()),
})
export type JoinedGpgKey = z.output<typeof JoinedGpgKey>

const LocalKeyId = z.string().max(64)

export const GpgKeyImportResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('imported'), localKeyId: z.string(), key: GpgKey }),
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
export type GpgKeyImportResult = z.output<typeof GpgKeyImportResult>

/** A key that is not, or perhaps not, on the account any more, with all it takes to add it again. */
export const KeptGpgKey = z.object({
  /** For `import`. */
  localKeyId: z.string(),
  fingerprint: z.string(),
  /** The armored block that the account had. */
  publicKey: z.string(),
})
export type KeptGpgKey = z.output<typeof KeptGpgKey>

export const GpgKeyRenewal = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('renewed'), key: GpgKey }),
  /** The account's key is as new as the local one, so nothing was sent. */
  z.object({ outcome: z.literal('unchanged'), key: GpgKey }),
  /** The service refused the newer key; the old one is there again, under a new id. */
  z.object({ outcome: z.literal('restored'), key: GpgKey, failure: CarriedFailure }),
  /** The old key is deleted and could not be put back. */
  z.object({ outcome: z.literal('lost'), kept: KeptGpgKey, failure: CarriedFailure }),
  /** Answers were lost, so it is not known whether the key is there. */
  z.object({ outcome: z.literal('unsure'), kept: KeptGpgKey, failure: CarriedFailure }),
])
export type GpgKeyRenewal = z.output<typeof GpgKeyRenewal>

const fileName = z.string().min(1).max(255)
/** Of a larger file its first bytes, one more than the limit, are enough to refuse it. */
const GivenFile = z.union([
  z.strictObject({ name: fileName, text: z.string().max(gpgKeyFileLimit + 1) }),
  z.strictObject({
    name: fileName,
    /** The bytes of a binary file. */
    base64: z.base64('is no proper base64').max(Math.ceil((gpgKeyFileLimit + 1) / 3) * 4),
  }),
])

const KeysSideBySide = z.object({
  account: z.array(AccountGpgKey),
  local: z.array(JoinedGpgKey),
})
const ChosenKeys = z
  .array(z.strictObject({ localKeyId: LocalKeyId }))
  .min(1)
  .max(gpgKeysAtOnce)

/** GPG keys of this machine. No operation takes a path: gpg knows where its keys are, and a file comes as its name and content. */
export const localGpgKeys = {
  /** Asks the local gpg for its public keys. That there is no gpg is a state, not a failure. */
  scan: operation({
    input: z.strictObject({}),
    output: z.object({ gpg: GpgState, keys: z.array(LocalGpgKey) }),
  }),
  /** Reads texts and binary files that were chosen, dropped or pasted. */
  read: operation({
    input: z.strictObject({
      files: z
        .array(GivenFile)
        .max(gpgKeysAtOnce, `are too many at once (${gpgKeysAtOnce} at most)`),
    }),
    output: z.array(LocalGpgKeyRow),
  }),
  /** The account's keys beside those found so far, joined by fingerprint. */
  list: kept(accountOperation({ input: z.strictObject({}), output: KeysSideBySide })),
  /** Adds keys to the account, one result for each, in order. */
  import: accountOperation({
    input: z.strictObject({ keys: ChosenKeys }),
    output: z.array(GpgKeyImportResult),
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
    input: z.strictObject({ user_id: SentId, keys: ChosenKeys }),
    output: z.array(GpgKeyImportResult),
  }),
  /** There is no way to change a key, so the old one is deleted, the local one added, and if that fails the old one again. */
  renew: accountOperation({
    input: z.strictObject({ key_id: SentId, localKeyId: LocalKeyId }),
    output: GpgKeyRenewal,
  }),
}
