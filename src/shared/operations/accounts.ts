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

/** Where another program keeps a token on this computer. */
export const TokenPlace = z.object({
  source: z.enum(['glab', 'environment', 'git']),
  /** The file path or the variable name; absent for git, which doesn't report it. */
  place: z.string().optional(),
})
export type TokenPlace = z.output<typeof TokenPlace>

/** The suggested first steps with a new account. */
export const firstSteps = ['status', 'keys', 'git', 'avatar'] as const
export type FirstStep = (typeof firstSteps)[number]

/** The details that GitLab reports for an access token. */
export const AccessToken = z.object({
  id: z.number().optional(),
  /** `YYYY-MM-DD`: expires at 00:00 UTC of that day; absent if it never expires. */
  expiresAt: z.string().optional(),
  /** Whether it can be rotated: its scopes allow it, and the instance hasn't rejected a rotation before. */
  canRotate: z.boolean(),
})
export type AccessToken = z.output<typeof AccessToken>

/** A signed-in account. Contains no secret. */
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
  /** From the last GET /user; false if missing there. */
  isAdmin: z.boolean(),
  /** Whether its token allows changes; absent if unknown. */
  canWrite: z.boolean().optional(),
  /** Whether it belongs to the built-in demo service and is removed with it. */
  demo: z.boolean(),
  /** Where the token is stored: in the keychain, in memory until Latchkey quits, or not at all. */
  token: z.enum(['keychain', 'session', 'missing']),
  /** The first steps still offered on Home; absent if they were never offered. */
  firstSteps: z.array(z.enum(firstSteps)).optional(),
  /** Absent if the instance doesn't return token details. */
  accessToken: AccessToken.optional(),
  /**
   * An unfinished rotation: its outcome is unknown, the new token is only in memory because the keychain rejected it,
   * or the new token was lost and the old one no longer works.
   */
  rotation: z.enum(['unconfirmed', 'unsaved', 'lost']).optional(),
})
export type Account = z.output<typeof Account>

/** The state of this computer's keychain. */
export const KeychainState = z.object({
  state: z.enum(['available', 'locked', 'absent', 'failed']),
  /** Its display name, for example "macOS Keychain". */
  name: z.string(),
  /** The problem and its fix; empty if available. */
  message: z.string(),
})
export type KeychainState = z.output<typeof KeychainState>

export const AccountsSnapshot = z.object({
  accounts: z.array(Account),
  /** Absent until the check has finished, which takes a while at startup. */
  keychain: KeychainState.optional(),
  /** How many accounts in the file could not be read; they stay in the file. */
  leftOut: z.number().optional(),
})
export type AccountsSnapshot = z.output<typeof AccountsSnapshot>

/** The user's consents and options when signing in. */
export const Consents = {
  /** Consent to send the token over plain http to another computer. */
  allowHttp: z.boolean().optional(),
  /** Consent to replace a token of the same account that has more scopes. */
  loseAccess: z.boolean().optional(),
  /** Offers the first steps, unless the account is already signed in. */
  firstSteps: z.literal(true).optional(),
}

export const accounts = {
  list: operation({ input: z.strictObject({}), output: AccountsSnapshot }),
  /** Checks whether the keychain can store items. Shows no prompt if it is known to be locked. */
  probeKeychain: operation({ input: z.strictObject({}), output: KeychainState }),
  /** Checks a URL while it is typed: returns its normalized form and the page to create tokens. Sends no request. */
  inspect: operation({
    input: z.strictObject({ baseUrl: z.string().max(2048), admin: z.boolean() }),
    output: z.object({
      baseUrl: z.string(),
      /** The instance's page to create a token, with name and scopes filled in. */
      tokenPage: z.string(),
      /** True if the token would be sent unencrypted to another computer. */
      needsHttpConsent: z.boolean(),
    }),
  }),
  /** Signs in: verifies the token with GET /user and stores it in the keychain. */
  add: operation({
    input: z.strictObject({
      baseUrl: z.string().max(2048),
      token: Token,
      ...Consents,
    }),
    output: Account,
  }),
  /** Replaces the token of an account with another one of the same user. */
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
   * Rotates the token of an account; the old one stops working everywhere immediately. The new one is stored in the
   * keychain before it is used. The account's `rotation` describes an unfinished one.
   */
  rotateToken: operation({
    input: z.strictObject({
      id: AccountId,
      /** If absent, GitLab chooses the earliest expiry. */
      expires_at: SentDate.optional(),
    }),
    output: Account,
  }),
  /** Tries again to store a rotated token that the keychain rejected. */
  saveRotatedToken: operation({ input: z.strictObject({ id: AccountId }), output: Account }),
  /** The uses of an account's token that stop working when it is revoked. */
  tokenUses: operation({
    input: z.strictObject({ id: AccountId }),
    output: z.object({
      /** Other places on this computer with the same token. */
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
      /** The remaining first steps. */
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
   * Signs out on this computer: removes the account and its keychain item; an item that the keychain can't delete
   * is reported as `unsaved`. With `revokeToken`, revokes the token on the instance first, and keeps the account
   * unless that definitely succeeded. Deletes the account's audit log with its other data; with `keepAuditLog`,
   * moves it to the folder `audit` instead.
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
