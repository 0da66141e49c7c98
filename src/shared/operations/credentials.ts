import { z } from 'zod'
import { SentId } from '../gitlab/fields.ts'
import { upTo } from '../gitlab/validation.ts'
import {
  credentialViews,
  instanceCredentialColumns,
  instanceCredentialFilters,
  instanceCredentialKinds,
} from '../rules/credentials.ts'
import { reasonLimit, reviewRowsAtOnce, searchLimit, selectionLimit } from '../rules/limits.ts'
import { JobSummary } from './jobs.ts'
import { CarriedFailure, SavedFiles, adminOperation } from './operation.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** What is known of a key or token, without secrets: only the fingerprint of a key. */
export const credentialFields = {
  id: z.number(),
  title: z.string(),
  fingerprint: text,
  /** The key’s algorithm, such as `RSA`. For a GPG key with weak parts, the algorithm of the first one. */
  algorithm: text,
  bits: z.number().nullable(),
  scopes: text,
  created_at: text,
  expires_at: text,
  last_used_at: text,
  /** Whether GitLab says that it was never used, rather than just omitting the time. */
  never_used: z.boolean(),
  /** The IP addresses that used a token, newest first, separated by commas. */
  last_used_ips: text,
  active: flag,
}

/** A key or token of an instance. */
export const InstanceCredential = z.lazy(() =>
  z.object({
    ...credentialFields,
    kind: z.enum(instanceCredentialKinds),
    description: text,
    /** The owner’s ID; null if GitLab doesn’t say whose it is. */
    user: z.number().nullable(),
    /** Null if the owner is unknown: neither in the directory nor readable. */
    username: text,
    name: text,
    /** The owner’s state, `gone` for one who no longer exists. */
    owner_state: text,
    owner_is_admin: flag,
    revoked: flag,
    /** Whether it has one of the scopes in `broadScopes`; null for keys. */
    broad: flag,
    /** Whether Latchkey is known to use the token on this computer, so it can’t be revoked here. */
    isLatchkeys: z.boolean(),
    /** When it was read, in milliseconds since 1970: for keys, by a review. */
    read_at: z.number(),
  }),
)
export type InstanceCredential = z.output<typeof InstanceCredential>

/** The local copy of an instance’s credentials. */
export const CredentialsState = z.lazy(() =>
  z.object({
    /** `none` before the first load, `reading` during one, `whole` after a complete one. */
    phase: z.enum(['none', 'reading', 'whole', 'stopped']),
    /** What is being read. */
    reading: z.enum(['tokens', 'owners']).optional(),
    /** Whether the instance has no list of tokens, so that only keys are listed. */
    isUnsupported: z.boolean(),
    /** The number of tokens in the copy. */
    tokens: z.number(),
    /** When the last complete load ended, in milliseconds since 1970; absent before it. */
    asOf: z.number().optional(),
    /** The number of tokens that a later load has read so far. */
    loadedCount: z.number().optional(),
    /** The number of tokens that couldn’t be parsed, and are missing or outdated. */
    skipped: z.number().optional(),
    /** When owners were last compared with the directory, which has this age; absent before. */
    ownersAsOf: z.number().optional(),
    /** The number of credentials whose owner is unknown. */
    ownerUnknown: z.number(),
    /** Where SSH and GPG keys come from; absent without a review. */
    keys: z
      .object({
        /** The number of keys. */
        total: z.number(),
        /** The number of users whose keys were read, and of those whose keys couldn’t be read. */
        users: z.number(),
        unread: z.number(),
        /** When the first and the last of them were read. */
        from: z.number(),
        to: z.number(),
      })
      .optional(),
    /** Why the last load stopped. */
    failure: CarriedFailure.optional(),
  }),
)
export type CredentialsState = z.output<typeof CredentialsState>

const filter = {
  kinds: z.lazy(() =>
    z.array(z.enum(instanceCredentialKinds)).max(instanceCredentialKinds.length).default([]),
  ),
  /** All must match. Each view is a filter. */
  filters: z.lazy(() =>
    z.array(z.enum(instanceCredentialFilters)).max(instanceCredentialFilters.length).default([]),
  ),
  /** Words in the title, the description, the fingerprint, the addresses, or the owner’s username or name. */
  search: z.string().max(searchLimit).optional(),
  /** Only those of this user. */
  user: SentId.optional(),
}
const order = {
  order_by: z.enum(instanceCredentialColumns).default('created_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
}

/** Tokens to revoke: selected ones, or all that match except some. */
export const TokenSelection = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.literal('tokens'), ids: z.array(SentId).max(selectionLimit) }),
    z.strictObject({
      kind: z.literal('matching'),
      ...filter,
      except: z.array(SentId).max(selectionLimit).default([]),
    }),
  ]),
)
export type TokenSelection = z.output<typeof TokenSelection>

/** The tokens that would be revoked. */
export const RevocationPreview = z.lazy(() =>
  z.object({
    total: z.number(),
    /** The number of tokens that would be revoked, and of their owners. */
    affectedCount: z.number(),
    owners: z.number(),
    /** How many of them were used in the last 30 days. */
    usedRecently: z.number(),
    /** The first tokens that would be revoked, last used first. */
    sample: z.array(InstanceCredential),
    /** The skipped ones by reason, most frequent first. */
    skipped: z.array(
      z.object({
        why: z.string(),
        count: z.number(),
        sample: z.array(z.object({ id: z.number(), title: z.string(), username: text })),
      }),
    ),
    /** Why a ceiling stops the run, and for how many tokens it could start now. */
    ceiling: z.object({ left: z.number(), failure: CarriedFailure }).optional(),
    state: CredentialsState,
  }),
)
export type RevocationPreview = z.output<typeof RevocationPreview>

const page = {
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(reviewRowsAtOnce).default(reviewRowsAtOnce),
}

/** A local copy of all tokens of an instance, with their owners, and the keys that reviews have read. */
export const credentials = {
  state: adminOperation(() => ({ input: z.strictObject({}), output: CredentialsState })),
  /** Loads all tokens, or continues an interrupted load. The event `credentials` reports progress. */
  sync: adminOperation(() => ({ input: z.strictObject({}), output: CredentialsState })),
  /** Stops loading, and keeps what was loaded. */
  pause: adminOperation(() => ({ input: z.strictObject({}), output: CredentialsState })),
  list: adminOperation(() => ({
    input: z.strictObject({ ...filter, ...order, ...page }),
    output: z.object({
      items: z.array(InstanceCredential),
      total: z.number(),
      /** How many credentials each view has in the entire copy; null if that can’t be known yet. */
      counts: z.record(z.enum(credentialViews), z.number().nullable()),
      kindCounts: z.record(z.enum(instanceCredentialKinds), z.number()),
      state: CredentialsState,
    }),
  })),
  /** The IDs of the matching tokens, without keys. */
  ids: adminOperation(() => ({ input: z.strictObject(filter), output: z.array(SentId) })),
  /** The IDs of the users who own the matching credentials. */
  ownerIds: adminOperation(() => ({ input: z.strictObject(filter), output: z.array(SentId) })),
  /** Reads these users’ impersonation tokens, which tells them from personal access tokens. */
  tellApart: adminOperation(() => ({
    input: z.strictObject({ users: z.array(SentId).min(1).max(20) }),
    output: CredentialsState,
  })),
  export: adminOperation(() => ({
    input: z.strictObject({ ...filter, ...order, format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  })),
  preview: adminOperation(() => ({
    input: z.strictObject({ selection: TokenSelection }),
    output: RevocationPreview,
  })),
  /** A page of the preview’s tokens, last used first. */
  previewTokens: adminOperation(() => ({
    input: z.strictObject({ selection: TokenSelection, ...page }),
    output: z.object({ items: z.array(InstanceCredential), total: z.number() }),
  })),
  /** Queues the revocation of the preview’s tokens. Fails if `affectedCount` no longer matches. */
  revoke: adminOperation(() => ({
    input: z.strictObject({
      selection: TokenSelection,
      affectedCount: z.int().min(1),
      reason: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
      /** Waits at a ceiling and continues on later days, instead of being refused. */
      spread: z.literal(true).optional(),
    }),
    output: JobSummary,
  })),
}
