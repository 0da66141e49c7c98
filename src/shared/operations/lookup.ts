import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../gitlab/validation.ts'
import { SentId } from '../gitlab/fields.ts'
import { gpgKeyFileLimit } from '../rules/limits.ts'
import { lookupKinds, lookupSubjects, revocationEffects } from '../rules/lookup.ts'
import { CarriedFailure, adminOperation } from './operation.ts'

/**
 * What was pasted or dropped: a token, an SSH or GPG public key, a private key, or a fingerprint. Never stored or logged, and
 * sent only to the account's instance.
 */
const text = z
  .string()
  .max(gpgKeyFileLimit)
  .refine((value) => value.trim() !== '', issueText(message('validation.empty')))

/** The user to whom a token or key belongs, as read from the instance. */
const LookupOwner = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  state: z.string(),
  /** Absent if the instance doesn't tell, or if known only from a review that didn't read it. */
  isBot: z.boolean().optional(),
})
export type LookupOwner = z.output<typeof LookupOwner>

/** What a token is for, besides its owner. */
const LookupResource = z.object({
  type: z.enum(['project', 'group', 'agent']),
  id: z.number(),
})

/** How a token or key can be revoked, and what that does. */
const Revocation = z.lazy(() =>
  z.discriminatedUnion('by', [
    /** `lookup.revoke` queues its revocation by ID. */
    z.object({ by: z.literal('id'), effect: z.enum(revocationEffects) }),
    /** `lookup.revoke` sends the token itself, which some versions refuse. */
    z.object({ by: z.literal('token'), effect: z.enum(revocationEffects) }),
    /** `sshKeys.removeOf` with its owner's ID and its ID. */
    z.object({ by: z.literal('sshKey'), effect: z.enum(revocationEffects) }),
    /** `gpgKeys.removeOf`, likewise. */
    z.object({ by: z.literal('gpgKey'), effect: z.enum(revocationEffects) }),
    /** Not from here: already revoked or expired, or GitLab doesn't revoke this kind. */
    z.object({ by: z.literal('nothing'), reason: z.enum(['inactive', 'kind']) }),
  ]),
)

/** A token or key. Absent fields are unknown: this kind or version doesn't have them. */
export const FoundCredential = z.lazy(() =>
  z.object({
    kind: z.enum(lookupKinds),
    id: z.number().optional(),
    /** Name, title, or description; empty if it has none. */
    name: z.string(),
    /** Absent for kinds that belong to nobody, such as deploy tokens. A deploy key's is its creator, a runner's too. */
    owner: LookupOwner.optional(),
    resource: LookupResource.optional(),
    /** As `instance_type`. */
    runnerType: z.string().optional(),
    /** Scopes, or a fine-grained token's permissions in words. */
    scopes: z.array(z.string()).optional(),
    created_at: z.string().optional(),
    /** Null if it was never used. */
    last_used_at: z.string().nullable().optional(),
    /** IP addresses, newest first. */
    last_used_ips: z.array(z.string()).optional(),
    /** Null if it never expires. */
    expires_at: z.string().nullable().optional(),
    state: z.enum(['active', 'revoked', 'expired', 'unknown']),
    /** The projects of a deploy key. */
    projects: z.array(z.object({ id: z.number(), canPush: z.boolean().optional() })).optional(),
    fingerprint: z.string().optional(),
    revocation: Revocation,
  }),
)
export type FoundCredential = z.output<typeof FoundCredential>

/** Where an answer comes from, unless it is the instance. */
const fromReview = z
  .object({
    /** The review's ID. */
    review: z.number(),
    /** When it read the owner, or ended if it found nothing; in milliseconds since 1970. */
    asOf: z.number(),
    /** Why the instance wasn't asked; absent if it has no such lookup, as for GPG keys. */
    failure: CarriedFailure.optional(),
  })
  .optional()

const subject = {
  subject: z.enum(lookupSubjects),
  /** Of a key. */
  fingerprint: z.string().optional(),
  /** The pasted text was a private key, of which only the public part's fingerprint was used. */
  isPrivateKey: z.literal(true).optional(),
}

export const LookupAnswer = z.lazy(() =>
  z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('found'), ...subject, credential: FoundCredential, fromReview }),
    /** Not known to the instance, or a token with a former prefix; or not in the review. */
    z.object({ outcome: z.literal('notFound'), ...subject, fromReview }),
    /** A GPG key, which only a review finds, and there is none. */
    z.object({ outcome: z.literal('noReview'), ...subject }),
    /** This version or flavor of GitLab has no such lookup. */
    z.object({ outcome: z.literal('notSupported'), ...subject }),
    /** The instance can't look up tokens that begin like this one. */
    z.object({ outcome: z.literal('kindNotSupported'), ...subject }),
    /** Latchkey itself is signed in with the token, so nothing was sent. */
    z.object({ outcome: z.literal('latchkeys'), ...subject, account: z.string() }),
    /** A private key without a readable public part. Nothing was sent. */
    z.object({ outcome: z.literal('privateKey'), ...subject }),
  ]),
)
export type LookupAnswer = z.output<typeof LookupAnswer>

export const RevocationAnswer = z.lazy(() =>
  z.discriminatedUnion('outcome', [
    /** `run` revokes it after the undo period. */
    z.object({ outcome: z.literal('queued'), run: z.number() }),
    z.object({ outcome: z.literal('revoked') }),
    z.object({ outcome: z.literal('notRevoked'), failure: CarriedFailure }),
    /** The response was lost, and the token couldn't be looked up again. */
    z.object({ outcome: z.literal('unknown'), failure: CarriedFailure }),
  ]),
)
export type RevocationAnswer = z.output<typeof RevocationAnswer>

/** “Whose is this?” */
export const lookup = {
  /** Finds a token's or key's owner. Latchkey's own tokens are recognized before anything is sent. */
  find: adminOperation(() => ({ input: z.strictObject({ text }), output: LookupAnswer })),
  /**
   * Revokes a token: by its ID as a run with an undo period, or else at once by sending the token. Fails before that if the
   * instance now answers with another kind or ID than was shown. The token is sent once; if the response is lost, it is looked up
   * again.
   */
  revoke: adminOperation(() => ({
    input: z.strictObject({
      text,
      kind: z.enum(lookupKinds),
      /** Absent for a kind without one. */
      id: SentId.optional(),
    }),
    output: RevocationAnswer,
  })),
}
