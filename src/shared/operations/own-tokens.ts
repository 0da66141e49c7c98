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
  /** Absent if there is none, or the service doesn’t return it. */
  description: z.string().optional(),
  scopes: z.array(z.string()),
  created_at: z.string().optional(),
  /** Null if it was never used; absent if GitLab doesn’t say. */
  last_used_at: z.string().nullish(),
  /** `YYYY-MM-DD`: the token expires at 00:00 UTC of that day. */
  expires_at: z.string().optional(),
  /** Absent where only those created here are known. */
  state: z.enum(['active', 'inactive']).optional(),
  /** Latchkey is signed in with it. */
  isLatchkeys: z.boolean(),
  /** A rotation was sent and its answer lost, so that it is never sent again. */
  wasRotated: z.boolean(),
})
export type OwnTokenEntry = z.output<typeof OwnTokenEntry>

export const OwnTokens = z.object({
  /**
   * `all`: every token of the account. Otherwise those created here alone, because the instance has no such list, because the token
   * lacks the scope for it, or because the list could not be read.
   */
  listed: z.enum(['all', 'unsupported', 'scope-missing', 'failed']),
  /** Why the list could not be read. */
  failure: CarriedFailure.optional(),
  /** Newest first. */
  tokens: z.array(OwnTokenEntry),
})
export type OwnTokens = z.output<typeof OwnTokens>

/** A secret for the instance of the account in a file or a program of this computer. Holds no secret. */
export const TokenUse = z.object({
  /** Opaque, and valid until uses are looked for again. */
  id: z.string(),
  source: z.enum(['glab', 'git', 'netrc', 'npmrc']),
  /** The path as people write it; absent for Git's credential helper. */
  path: z.string().optional(),
  /** From 1. */
  line: z.number().optional(),
  /** Whether its program can be given another secret. */
  canUpdate: z.boolean(),
  /** Whether it is the token: `unchecked` until `checkUses`, `none` where Git has no secret. */
  match: z.enum(['unchecked', 'this', 'another', 'refused', 'failed', 'none']),
})
export type TokenUse = z.output<typeof TokenUse>

const TokenId = z.int().positive()

/** The account’s own personal access tokens. */
export const ownTokens = {
  list: cacheable(
    accountOperation({
      /** `again` asks an instance again that had no such list. */
      input: z.strictObject({ again: z.literal(true).optional() }),
      output: OwnTokens,
    }),
  ),
  /** Creates a Kubernetes token. `token` of the answer is the secret, which is returned only here. */
  createLimited: accountOperation({
    input: z.strictObject({
      name: SentText.refine(...upTo(nameLimit)),
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
      description: TokenDescription.optional(),
      /** Without it, the token expires at the end of the day, or as late as the instance allows. */
      expires_at: SentDate.optional(),
    }),
    output: CreatedToken,
  }),
  /** Revokes a token, but never the one with which Latchkey is signed in. */
  revoke: accountOperation({ input: z.strictObject({ id: TokenId }), output: z.undefined() }),
  /**
   * Puts another token in the place of one, which stops working at once; never of the one with which Latchkey is signed in. The new secret
   * is given to the programs of `uses`. Where the answer was lost, the list is read again, and what it shows is the outcome.
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
      /** Rotated, but the secret is lost; several where it can't be told which one is the successor. */
      z.object({
        outcome: z.literal('secret-lost'),
        successors: z.array(OwnTokenEntry).min(1),
      }),
      /** The old one still works; the rotation may yet arrive. */
      z.object({ outcome: z.literal('not-rotated') }),
    ]),
  }),
  /** Where this computer has secrets for the instance. Nothing is sent, and Git is not asked. */
  findUses: accountOperation({ input: z.strictObject({}), output: z.array(TokenUse) }),
  /** Asks Git for its secret, and the instance with each secret found which token it is. */
  checkUses: accountOperation({
    input: z.strictObject({ id: TokenId }),
    output: z.array(TokenUse),
  }),
  /** Removes a token that was created here from the list; the token itself stays valid. Only where the instance has no list. */
  forgetEntry: accountOperation({ input: z.strictObject({ id: TokenId }), output: OwnTokens }),
}
