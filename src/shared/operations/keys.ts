import { z } from 'zod'
import { nameLimit } from '../rules/limits.ts'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { CarriedFailure } from './operation.ts'

/** The reason without the file name, for pasted text. */
const fileReason = z.string().optional()
/** A file, or a part of it, that contains no usable key. */
const RefusedFile = z.lazy(() =>
  z.object({
    /** Contains secret key material, or a malformed public key. */
    kind: z.literal('refused'),
    file: z.string(),
    secret: z.boolean(),
    /** Format of the secret key material, such as `openssh`. */
    format: z.string().optional(),
    message: z.string(),
    reason: fileReason,
    hint: z.string(),
  }),
)
const SkippedFile = z.lazy(() =>
  z.object({
    /** Contains nothing to import, but isn't a problem. */
    kind: z.literal('skipped'),
    file: z.string(),
    message: z.string(),
    reason: fileReason,
    hint: z.string().optional(),
  }),
)
export type RefusedFile = z.output<typeof RefusedFile>
export type SkippedFile = z.output<typeof SkippedFile>

/** The result of reading one file, or one key in it. */
export function fileRow<Key extends z.ZodObject<{ kind: z.ZodLiteral<'key'> }>>(key: Key) {
  return z.discriminatedUnion('kind', [key, RefusedFile, SkippedFile])
}

/** Identifies a key on this computer in later calls without exposing its path. */
export const LocalKeyId = z.string().max(64)

export const KeyInUse = z.lazy(() =>
  z.object({
    outcome: z.literal('taken'),
    localKeyId: z.string(),
    where: z.enum(['this-account', 'another-account', 'somebody-else']),
    /** The ID of another signed-in account that has the key. */
    account: z.string().optional(),
    /** The key's ID on that account. */
    keyId: z.number().optional(),
    message: z.string(),
    hint: z.string(),
  }),
)
const FailedImport = z.lazy(() =>
  z.object({
    outcome: z.literal('failed'),
    localKeyId: z.string(),
    failure: CarriedFailure,
  }),
)
/** Skipped because the import was canceled, or an earlier key failed in a way that would affect this one too. */
const SkippedImport = z.lazy(() =>
  z.object({ outcome: z.literal('not-tried'), localKeyId: z.string() }),
)

/** Declares the result of importing one key. */
export function keyImportResult<Key extends z.ZodType>(key: Key) {
  const imported = z.object({ outcome: z.literal('imported'), localKeyId: z.string(), key })
  return z.discriminatedUnion('outcome', [imported, KeyInUse, FailedImport, SkippedImport])
}
export type KeyInUse = z.output<typeof KeyInUse>
export type KeyImportResult<Key> = z.output<ReturnType<typeof keyImportResult<z.ZodType<Key>>>>

/** Declares the result of renewing a key. `backup` contains everything needed to add the old key again. */
export function renewalResult<Key extends z.ZodType, Backup extends z.ZodType>(
  key: Key,
  backup: Backup,
) {
  return z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('renewed'), key }),
    /** Nothing was sent, because the key already had the requested values. */
    z.object({ outcome: z.literal('unchanged'), key }),
    /** GitLab rejected the changed key; the old one was added again, with a new ID. */
    z.object({ outcome: z.literal('restored'), key, failure: CarriedFailure }),
    /** The old key was deleted and couldn't be added again. */
    z.object({ outcome: z.literal('lost'), backup, failure: CarriedFailure }),
    /** Responses were lost, so it is unknown whether the account has the key. */
    z.object({ outcome: z.literal('unsure'), backup, failure: CarriedFailure }),
  ])
}
export type KeyRenewal<Key, Backup> = z.output<
  ReturnType<typeof renewalResult<z.ZodType<Key>, z.ZodType<Backup>>>
>

/** What a key is probably for, see `guessKeyPurpose`. */
const KeyPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), name: z.string() }),
  z.object({ kind: z.literal('machine'), word: z.string() }),
  z.object({ kind: z.literal('account'), username: z.string(), instance: z.string() }),
  z.object({ kind: z.literal('user'), username: z.string() }),
])

/** The IDs of other signed-in accounts that had the key when their keys were last read. */
const otherAccounts = z.array(z.string()).optional()

/** A key on this computer, merged from its copies and compared with the account's keys. */
export const listedKeyFields = {
  /** The files and agents that have it, those of the best copy first. */
  files: z.array(z.string()),
  /** The IDs of its copies, if all of them were added by hand rather than found on this computer. */
  addedIds: z.array(z.string()),
  group: z.enum(['new', 'other-people', 'on-account', 'ignored']),
  /** Why “Add all” skips it. */
  skip: z.enum(['weak', 'lost-comment', 'revoked', 'expired', 'others']).optional(),
  /** What it is probably for, if that isn't the account. Such keys must be selected explicitly. */
  doubt: KeyPurpose.optional(),
  otherAccounts,
}

/** A key on the account, compared with this computer's keys. */
export function accountKeyFields<Copy extends z.ZodType>(copy: Copy) {
  return {
    /** The best copy found on this computer. A file or text added by hand doesn't count. */
    copy: copy.optional(),
    /** The files and agents that have it, those of the best copy first. */
    files: z.array(z.string()),
    otherAccounts,
  }
}

/** The name of a file that the user chose, dropped or pasted. */
export const KeyFileName = z
  .string()
  .min(1)
  .refine(...upTo(nameLimit))

/** The files to read in one call. */
export function keyFileInputs<File extends z.ZodType>(file: File, max: number) {
  return z.array(file).max(max, issueText(message('validation.tooManyFiles', { max })))
}
