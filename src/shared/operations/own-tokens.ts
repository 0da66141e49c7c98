import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { SentDate, SentText } from '../gitlab/fields.ts'
import { nameLimit } from '../rules/limits.ts'
import { ownTokenScopes } from '../rules/token-limits.ts'
import { CreatedToken, TokenDescription } from '../gitlab/tokens.ts'
import { CarriedFailure, accountOperation, cacheable } from './operation.ts'

/** A personal access token of the account, without its secret. */
export const OwnTokenEntry = z.object({
  id: z.number(),
  name: z.string(),
  /** Absent if unset or not returned by GitLab. */
  description: z.string().optional(),
  scopes: z.array(z.string()),
  created_at: z.string().optional(),
  /** Null if never used; absent if GitLab doesn’t return it. */
  last_used_at: z.string().nullish(),
  /** `YYYY-MM-DD`: the token expires at 00:00 UTC of that day. */
  expires_at: z.string().optional(),
  /** Absent if only tokens created here are known. */
  state: z.enum(['active', 'inactive']).optional(),
  /** Latchkey is signed in with it. */
  isLatchkeys: z.boolean(),
  /** A rotation was sent but its response was lost, so it is never sent again. */
  wasRotated: z.boolean(),
})
export type OwnTokenEntry = z.output<typeof OwnTokenEntry>

export const OwnTokens = z.object({
  /**
   * `all`: every token of the account. Otherwise only those created here, because the instance doesn't provide the
   * list, the token lacks its scope, or reading it failed.
   */
  listed: z.enum(['all', 'unsupported', 'scope-missing', 'failed']),
  /** Why reading the list failed. */
  failure: CarriedFailure.optional(),
  /** Newest first. */
  tokens: z.array(OwnTokenEntry),
})
export type OwnTokens = z.output<typeof OwnTokens>

/** A place on this computer with a secret for the account's instance. Doesn't contain the secret. */
export const TokenUse = z.object({
  /** Opaque; valid until the next search for uses. */
  id: z.string(),
  source: z.enum(['glab', 'git', 'netrc', 'npmrc']),
  /** The path, for display only; absent for Git's credential helper. */
  path: z.string().optional(),
  /** Starts at 1. */
  line: z.number().optional(),
  /** Whether Latchkey can replace the secret. */
  canUpdate: z.boolean(),
  /** Whether it is this token: `unchecked` until `checkUses`, `none` if Git has no secret. */
  match: z.enum(['unchecked', 'this', 'another', 'refused', 'failed', 'none']),
})
export type TokenUse = z.output<typeof TokenUse>

const TokenId = z.int().positive()

/** The account’s own personal access tokens. */
export const ownTokens = {
  list: cacheable(
    accountOperation({
      /** `again` retries an instance that didn't provide the list before. */
      input: z.strictObject({ again: z.literal(true).optional() }),
      output: OwnTokens,
    }),
  ),
  /** Creates a Kubernetes token. `token` in the output is the secret, which is returned only here. */
  createLimited: accountOperation({
    input: z.strictObject({
      name: SentText.refine(...upTo(nameLimit)),
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
      description: TokenDescription.optional(),
      /** If absent, the token expires at the end of the day, or at the latest date the instance allows. */
      expires_at: SentDate.optional(),
    }),
    output: CreatedToken,
  }),
  /** Revokes a token, except the one Latchkey is signed in with. */
  revoke: accountOperation({ input: z.strictObject({ id: TokenId }), output: z.undefined() }),
  /**
   * Rotates a token, which stops working immediately; never the one Latchkey is signed in with. Writes the new
   * secret to the programs in `uses`. If the response is lost, the list shows the outcome.
   */
  rotate: accountOperation({
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
        updated: z.array(z.object({ id: z.string(), failure: CarriedFailure.optional() })),
      }),
      /** Rotated, but the secret is lost; several IDs if the successor is ambiguous. */
      z.object({
        outcome: z.literal('secret-lost'),
        successors: z.array(OwnTokenEntry).min(1),
      }),
      /** The old one still works; the rotation may still take effect later. */
      z.object({ outcome: z.literal('not-rotated') }),
    ]),
  }),
  /** Lists places on this computer with secrets for the instance, without requests and without querying Git. */
  findUses: accountOperation({ input: z.strictObject({}), output: z.array(TokenUse) }),
  /** Queries Git for its secret, and the instance to identify each secret found. */
  checkUses: accountOperation({
    input: z.strictObject({ id: TokenId }),
    output: z.array(TokenUse),
  }),
  /** Removes a token created here from the list; it remains valid. Only if the instance has no list. */
  forgetEntry: accountOperation({ input: z.strictObject({ id: TokenId }), output: OwnTokens }),
}
