import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { SentDate, SentText } from '../gitlab/fields.ts'
import { nameLimit } from '../rules/limits.ts'
import { ownTokenScopes } from '../rules/token-limits.ts'
import { CreatedToken, GranularScope, TokenDescription } from '../gitlab/tokens.ts'
import { CarriedFailure, accountOperation, cacheable } from './operation.ts'
import { Token } from './accounts.ts'

/** One of the account's personal access tokens, without its secret. */
export const OwnTokenEntry = z.object({
  id: z.number(),
  name: z.string(),
  /** Absent if it isn't set or GitLab doesn't return it. */
  description: z.string().optional(),
  scopes: z.array(z.string()),
  /** What a fine-grained token may do. */
  granular_scopes: z.array(GranularScope).optional(),
  created_at: z.string().optional(),
  /** Null if never used; absent if GitLab doesn’t return it. */
  last_used_at: z.string().nullish(),
  /** IP addresses, newest first. */
  last_used_ips: z.array(z.string()).optional(),
  /** `YYYY-MM-DD`: the token expires at 00:00 UTC on that day. */
  expires_at: z.string().optional(),
  /** Absent if the list contains only tokens created here. */
  state: z.enum(['active', 'inactive']).optional(),
  /** Whether Latchkey is signed in with it. */
  isSignInToken: z.boolean(),
  /** Whether a rotation was sent but its response was lost. It is never resent. */
  wasRotated: z.boolean(),
  /** Whether it can be revoked here. Latchkey's own token is only revoked by signing out. */
  canRevoke: z.boolean(),
  /** Whether it can be rotated here. A second rotation would also revoke its successor. */
  canRotate: z.boolean(),
  /** What makes an active token riskier than it needs to be. Latchkey's own needs its scopes. */
  risks: z.array(z.enum(['broad', 'never-expires', 'never-used'])),
})
export type OwnTokenEntry = z.output<typeof OwnTokenEntry>

export const OwnTokens = z.lazy(() =>
  z.object({
    /**
     * `all`: all of the account's tokens. Otherwise only those created here, because the instance has no list, the token
     * lacks the required scope, or reading the list failed.
     */
    listed: z.enum(['all', 'unsupported', 'scope-missing', 'failed']),
    /** Why reading the list failed. */
    failure: CarriedFailure.optional(),
    /** Newest first. */
    tokens: z.array(OwnTokenEntry),
  }),
)
export type OwnTokens = z.output<typeof OwnTokens>

/** A place on this computer that stores a secret for the account's instance. Doesn't include the secret. */
export const TokenUse = z.lazy(() =>
  z.object({
    /** Opaque; valid until the next search for uses. */
    id: z.string(),
    source: z.enum(['glab', 'git', 'netrc', 'npmrc']),
    /** The path, for display only; absent for Git's credential helper. */
    path: z.string().optional(),
    /** Starts at 1. */
    line: z.number().optional(),
    /** The username for which Git’s credential helper stores it. */
    username: z.string().optional(),
    /** Whether Latchkey can replace the secret. */
    canUpdate: z.boolean(),
    /** Whether it is this token. `unchecked` until `checkUses`, and `none` if Git has no secret. */
    match: z.enum(['unchecked', 'this', 'another', 'refused', 'failed', 'none']),
  }),
)
export type TokenUse = z.output<typeof TokenUse>

/** A `TokenUse` that was to get a new secret, and why it didn't. */
const UpdatedUse = z.object({ id: z.string(), failure: CarriedFailure.optional() })

const TokenId = z.int().positive()

/** The account’s own personal access tokens. */
export const ownTokens = {
  list: cacheable(
    accountOperation(() => ({
      /** `again` retries an instance that had no list before. */
      input: z.strictObject({ again: z.literal(true).optional() }),
      output: OwnTokens,
    })),
  ),
  /** Creates a Kubernetes token. `token` in the output is the secret, which GitLab returns only once. */
  createLimited: accountOperation(() => ({
    input: z.strictObject({
      name: SentText.refine(...upTo(nameLimit)),
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
      description: TokenDescription.optional(),
      /** If absent, the token expires at the end of the day, or on the latest date the instance allows. */
      expires_at: SentDate.optional(),
    }),
    output: CreatedToken,
  })),
  /** Revokes a token, unless Latchkey is signed in with it. */
  revoke: accountOperation(() => ({
    input: z.strictObject({ id: TokenId }),
    output: z.undefined(),
  })),
  /**
   * Rotates a token, unless Latchkey is signed in with it. The old secret stops working immediately, and the new one is
   * written to the programs in `uses`. If the response is lost, the list shows the outcome.
   */
  rotate: accountOperation(() => ({
    input: z.strictObject({
      id: TokenId,
      expires_at: SentDate,
      /** IDs of `TokenUse`. */
      uses: z.array(z.string().max(64)).max(100),
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('rotated'),
        token: CreatedToken,
        updated: z.array(UpdatedUse),
        /** Other places that have the old token, according to their `match`, or may have it. */
        notUpdated: z.array(TokenUse),
      }),
      /** The token was rotated, but its secret is lost. Several IDs if its successor is ambiguous. */
      z.object({
        outcome: z.literal('secret-lost'),
        successors: z.array(OwnTokenEntry).min(1),
      }),
      /** The old secret still works, but the rotation may take effect later. */
      z.object({ outcome: z.literal('not-rotated') }),
    ]),
  })),
  /**
   * Lists the places on this computer that store secrets for the instance, without sending requests or querying Git.
   */
  findUses: accountOperation(() => ({ input: z.strictObject({}), output: z.array(TokenUse) })),
  /** Queries Git for its secret, and the instance to find out which token each secret is. */
  checkUses: accountOperation(() => ({
    input: z.strictObject({ id: TokenId }),
    output: z.array(TokenUse),
  })),
  /**
   * Passes a new token to the programs that have an old one: a token that an administrator's account creates for
   * itself, or one that the user has created on the instance. It is neither stored nor returned.
   */
  handOver: accountOperation(() => ({
    input: z.strictObject({
      /** The old token's ID. */
      id: TokenId,
      /** IDs of `TokenUse`. */
      uses: z.array(z.string().max(64)).min(1).max(100),
      from: z.union([z.strictObject({ expires_at: SentDate }), z.strictObject({ token: Token })]),
    }),
    output: z.object({ updated: z.array(UpdatedUse) }),
  })),
  /** Removes a token created here from the list. The token stays valid. Only allowed if the instance has no list. */
  forgetEntry: accountOperation(() => ({
    input: z.strictObject({ id: TokenId }),
    output: OwnTokens,
  })),
}
