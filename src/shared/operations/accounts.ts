import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { type AccountColour, accountColours } from '../rules/account-colours.ts'
import { operation } from './operation.ts'
import { accessTokenLimit, labelLimit } from '../rules/limits.ts'
import { SentDate } from '../gitlab/fields.ts'

export { accountColours }
export type { AccountColour }

const Label = z
  .string()
  .trim()
  .min(1, issueText(message('validation.empty')))
  .refine(...upTo(labelLimit))
export const Token = z
  .string()
  .trim()
  .min(1, issueText(message('validation.empty')))
  .max(accessTokenLimit, issueText(message('validation.tokenTooLong')))
  .regex(/^[\x21-\x7e]*$/, issueText(message('validation.foreignCharacters')))
const AccountId = z.string().min(1).max(64)

/** Where other programs have a token on this computer. */
export const TokenPlace = z.object({
  source: z.enum(['glab', 'environment', 'git']),
  /** The path of the file or the name of the variable that has it; of git, nothing is known. */
  place: z.string().optional(),
})
export type TokenPlace = z.output<typeof TokenPlace>

/** What to do first with a new account. */
export const firstSteps = ['status', 'keys', 'git', 'avatar'] as const
export type FirstStep = (typeof firstSteps)[number]

/** What GitLab says of an access token. */
export const AccessToken = z.object({
  id: z.number().optional(),
  /** `YYYY-MM-DD`: it expires at 00:00 UTC of that day; absent if it never does. */
  expiresAt: z.string().optional(),
  /** Whether it can be rotated: its scopes allow it, and the instance has not refused it. */
  canRotate: z.boolean(),
})
export type AccessToken = z.output<typeof AccessToken>

/** One signed-in account. Holds no secret. */
export const Account = z.object({
  id: AccountId,
  /** URL of the instance, without a trailing slash and without `/api/v4`. */
  baseUrl: z.string(),
  label: z.string(),
  colour: z.enum(accountColours),
  user: z.object({
    id: z.number(),
    username: z.string(),
    name: z.string(),
    webUrl: z.string().optional(),
  }),
  /** From the last GET /user; absent there means false. */
  isAdmin: z.boolean(),
  /** Whether its token can make changes; absent if that is unknown. */
  canWrite: z.boolean().optional(),
  /** Whether it belongs to the built-in demo service and ends with it. */
  demo: z.boolean(),
  /** The store of the token: the keychain, memory until Latchkey quits, or none. */
  token: z.enum(['keychain', 'session', 'missing']),
  /** The first steps that are still offered on Home; absent if none ever were. */
  firstSteps: z.array(z.enum(firstSteps)).optional(),
  /** Absent where the instance does not describe its tokens. */
  accessToken: AccessToken.optional(),
  /**
   * What is left of a rotation: it is not known yet what came of it, the new token is in memory only because the keychain did not
   * take it, or the new token was lost and the old one is dead.
   */
  rotation: z.enum(['unconfirmed', 'unsaved', 'lost']).optional(),
})
export type Account = z.output<typeof Account>

/** The state of this computer's keychain. */
export const KeychainState = z.object({
  state: z.enum(['available', 'locked', 'absent', 'failed']),
  /** Its name for people, for example "macOS Keychain". */
  name: z.string(),
  /** The problem and what to do; empty if available. */
  message: z.string(),
})
export type KeychainState = z.output<typeof KeychainState>

export const AccountsSnapshot = z.object({
  accounts: z.array(Account),
  /** Absent until it was checked, which takes a while at the start. */
  keychain: KeychainState.optional(),
  /** The number of accounts in the file that could not be read; the file keeps them. */
  leftOut: z.number().optional(),
})
export type AccountsSnapshot = z.output<typeof AccountsSnapshot>

/** What a person agrees to, and wants, when they sign in. */
export const Consents = {
  /** Consent to send the token over plain http to another computer. */
  allowHttp: z.boolean().optional(),
  /** Consent to replace a token of the same account that has more scopes. */
  loseAccess: z.boolean().optional(),
  /** Offers the first steps, unless the account is signed in already. */
  firstSteps: z.literal(true).optional(),
}

export const accounts = {
  list: operation({ input: z.strictObject({}), output: AccountsSnapshot }),
  /** Tries whether the keychain keeps what is stored in it. Prompts for nothing where it is known to be locked. */
  probeKeychain: operation({ input: z.strictObject({}), output: KeychainState }),
  /** Checks a URL as it is typed: its normal form, and the page to create tokens. Uses no network. */
  inspect: operation({
    input: z.strictObject({ baseUrl: z.string().max(2048), admin: z.boolean() }),
    output: z.object({
      baseUrl: z.string(),
      /** The page of the instance to create a token, with name and scopes filled in. */
      tokenPage: z.string(),
      /** True if the token would be sent unencrypted to another computer. */
      needsHttpConsent: z.boolean(),
    }),
  }),
  /** Signs in: verifies the token by GET /user and stores it in the keychain. */
  add: operation({
    input: z.strictObject({
      baseUrl: z.string().max(2048),
      token: Token,
      ...Consents,
    }),
    output: Account,
  }),
  /** Replaces the token of an account by another one of the same user. */
  replaceToken: operation({
    input: z.strictObject({
      id: AccountId,
      token: Token,
      /** Consent to replace a token that has more scopes. */
      loseAccess: z.boolean().optional(),
    }),
    output: Account,
  }),
  /**
   * Lets GitLab put another token in the place of an account's, which stops working everywhere at once. The new one is in the
   * keychain before it is used. What is left to do stands in `rotation` of the account.
   */
  rotateToken: operation({
    input: z.strictObject({
      id: AccountId,
      /** Without it, the token expires as soon as GitLab chooses. */
      expires_at: SentDate.optional(),
    }),
    output: Account,
  }),
  /** Tries again to store a rotated token that the keychain did not take. */
  saveRotatedToken: operation({ input: z.strictObject({ id: AccountId }), output: Account }),
  /** What stops working where the token of an account is revoked. */
  tokenUses: operation({
    input: z.strictObject({ id: AccountId }),
    output: z.object({
      /** Where the same token is on this computer. */
      places: z.array(TokenPlace),
      /** The labels of other accounts that use it. */
      accounts: z.array(z.string()),
    }),
  }),
  update: operation({
    input: z.strictObject({
      id: AccountId,
      label: Label.optional(),
      colour: z.enum(accountColours).optional(),
      /** The first steps that are neither done nor skipped. */
      firstSteps: z.array(z.enum(firstSteps)).optional(),
    }),
    output: Account,
  }),
  reorder: operation({
    input: z.strictObject({ ids: z.array(AccountId) }),
    output: AccountsSnapshot,
  }),
  /** Reads GET /user again, with name and `is_admin`. */
  refresh: operation({ input: z.strictObject({ id: AccountId }), output: Account }),
  /**
   * Signs out here: removes the account and its keychain item; an item that the keychain doesn't delete is reported as `unsaved`.
   * With `revokeToken`, the token is revoked on the instance first, and the account stays unless it certainly was. The account's
   * audit log is deleted with its other data; with `keepAuditLog` it moves to the folder `audit` instead.
   */
  signOut: operation({
    input: z.strictObject({
      id: AccountId,
      revokeToken: z.boolean().optional(),
      keepAuditLog: z.boolean().optional(),
    }),
    output: AccountsSnapshot,
  }),
}
