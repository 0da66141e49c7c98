import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../validation.ts'
import { SentId } from '../service/fields.ts'
import {
  CarriedFailure,
  accountOperation,
  adminOperation,
  cacheable,
  computerOperation,
} from './operation.ts'

/** A file, or a part of it, that gives no key. */
const RefusedFile = z.object({
  /** Holds secret key material, or was meant to be a public key and is broken. */
  kind: z.literal('refused'),
  file: z.string(),
  secret: z.boolean(),
  /** Of the secret key material, such as `openssh`. */
  format: z.string().optional(),
  message: z.string(),
  hint: z.string(),
})
const SkippedFile = z.object({
  /** Nothing to import, and nothing wrong. */
  kind: z.literal('skipped'),
  file: z.string(),
  message: z.string(),
  hint: z.string().optional(),
})
export type RefusedFile = z.output<typeof RefusedFile>
export type SkippedFile = z.output<typeof SkippedFile>

/** The result of reading one file, or one key in it. */
export function fileRow<Key extends z.ZodObject<{ kind: z.ZodLiteral<'key'> }>>(key: Key) {
  return z.discriminatedUnion('kind', [key, RefusedFile, SkippedFile])
}

/** Names a key of this computer in later calls, without its path. */
export const LocalKeyId = z.string().max(64)

export const KeyInUse = z.object({
  outcome: z.literal('taken'),
  localKeyId: z.string(),
  where: z.enum(['this-account', 'another-account', 'somebody-else']),
  /** ID of the other account that is signed in here and has the key. */
  account: z.string().optional(),
  /** ID of the key there. */
  keyId: z.number().optional(),
  message: z.string(),
  hint: z.string(),
})
const FailedImport = z.object({
  outcome: z.literal('failed'),
  localKeyId: z.string(),
  failure: CarriedFailure,
})
/** An earlier key failed in a way that this one would have failed in too, or the import was canceled. */
const SkippedImport = z.object({ outcome: z.literal('not-tried'), localKeyId: z.string() })

/** The result of importing one key. */
export function importResult<Key extends z.ZodType>(key: Key) {
  const imported = z.object({ outcome: z.literal('imported'), localKeyId: z.string(), key })
  return z.discriminatedUnion('outcome', [imported, KeyInUse, FailedImport, SkippedImport])
}
export type KeyInUse = z.output<typeof KeyInUse>
export type KeyImportResult<Key> = z.output<ReturnType<typeof importResult<z.ZodType<Key>>>>

/** The result of renewing a key; `backup` is what it takes to add the old one again. */
export function renewalResult<Key extends z.ZodType, Backup extends z.ZodType>(
  key: Key,
  backup: Backup,
) {
  return z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('renewed'), key }),
    /** The key already was as requested, so nothing was sent. */
    z.object({ outcome: z.literal('unchanged'), key }),
    /** The service refused the changed key; the old one was added again, with a new ID. */
    z.object({ outcome: z.literal('restored'), key, failure: CarriedFailure }),
    /** The old key was deleted and could not be added again. */
    z.object({ outcome: z.literal('lost'), backup, failure: CarriedFailure }),
    /** Answers were lost, so it is unknown whether the key is on the account. */
    z.object({ outcome: z.literal('unsure'), backup, failure: CarriedFailure }),
  ])
}
export type KeyRenewal<Key, Backup> = z.output<
  ReturnType<typeof renewalResult<z.ZodType<Key>, z.ZodType<Backup>>>
>

/**
 * The operations on one kind of keys of this computer. None takes a path: a scan reads fixed places, and a file that was chosen,
 * dropped or pasted comes as its name and content.
 */
export function localKeyOperations<
  Scan extends z.ZodType,
  File extends z.ZodType,
  Row extends z.ZodType,
  List extends z.ZodType,
  Choice extends z.ZodType,
  Result extends z.ZodType,
  Changes extends z.ZodRawShape,
  Renewal extends z.ZodType,
>({
  filesAtOnce: max,
  keysAtOnce,
  ...schemas
}: {
  /** How many files are read at once. */
  filesAtOnce: number
  /** How many keys are imported at once. */
  keysAtOnce: number
  scan: Scan
  file: File
  row: Row
  list: List
  choice: Choice
  result: Result
  changes: z.ZodObject<Changes>
  renewal: Renewal
}) {
  const files = z
    .array(schemas.file)
    .max(max, issueText(message('validation.tooManyFiles', { max })))
  const keys = z.array(schemas.choice).min(1).max(keysAtOnce)
  const results = z.array(schemas.result)
  const { list } = schemas
  return {
    /** Looks for keys on this computer. */
    scan: computerOperation({ input: z.strictObject({}), output: schemas.scan }),
    /** Reads files that were chosen, dropped or pasted. */
    read: computerOperation({ input: z.strictObject({ files }), output: z.array(schemas.row) }),
    /** Forgets a key that was chosen, dropped or pasted. */
    forget: computerOperation({
      input: z.strictObject({ localKeyId: LocalKeyId }),
      output: z.object({}),
    }),
    /** The account's keys and those examined so far. */
    list: cacheable(accountOperation({ input: z.strictObject({}), output: list })),
    /** Adds keys to the account, one result for each, in order. Each is told by the event `keyImport` when it is done. */
    import: accountOperation({ input: z.strictObject({ keys }), output: results }),
    /** The same list for another user, by an administrator. */
    listFor: cacheable(
      adminOperation({ input: z.strictObject({ user_id: SentId }), output: list }),
    ),
    /** Adds keys to another user's account after the same checks; each is recorded in the audit log. */
    importFor: adminOperation({
      input: z.strictObject({ user_id: SentId, keys }),
      output: results,
    }),
    /** Ends the imports of the account before their next key. Those left are `not-tried`. */
    cancelImport: accountOperation({ input: z.strictObject({}), output: z.object({}) }),
    /** The service cannot change a key, so the old one is deleted and the changed one added; if that fails, the old one is added again. */
    renew: accountOperation({
      input: schemas.changes.extend({ key_id: SentId }),
      output: schemas.renewal,
    }),
  }
}
