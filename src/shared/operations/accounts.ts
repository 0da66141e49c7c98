import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { type AccountColour, accountColours } from '../rules/account-colours.ts'
import { operation } from './operation.ts'
import { accessTokenLimit, labelLimit } from '../rules/limits.ts'
import { GranularScope } from '../gitlab/tokens.ts'
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

/** The place where another program stores a token on this computer. */
export const TokenPlace = z.object({
  source: z.enum(['glab', 'environment', 'git']),
  /** The file path or the variable name; absent for git, which doesn't report one. */
  place: z.string().optional(),
})
export type TokenPlace = z.output<typeof TokenPlace>

/** What else is known to use an account's token. */
export const KnownTokenUses = z.lazy(() =>
  z.object({
    /** Other places on this computer with the same token. */
    places: z.array(TokenPlace),
    /** The labels of other accounts that use the same token. */
    accounts: z.array(z.string()),
  }),
)
export type KnownTokenUses = z.output<typeof KnownTokenUses>

/** The suggested first steps for a new account. */
export const firstSteps = ['status', 'keys', 'git', 'avatar'] as const
export type FirstStep = (typeof firstSteps)[number]

/** An access token's details as reported by GitLab. */
export const AccessToken = z.lazy(() =>
  z.object({
    id: z.number().optional(),
    /** `YYYY-MM-DD`: expires at 00:00 UTC on that day; absent if it never expires. */
    expiresAt: z.string().optional(),
    /** Whether the token can be rotated: its scopes allow it, and the instance hasn't rejected an earlier rotation. */
    canRotate: z.boolean(),
  }),
)
export type AccessToken = z.output<typeof AccessToken>

/** A signed-in account, without its secret. */
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
  /** As returned by the last GET /user; false if it was missing. */
  isAdmin: z.boolean(),
  /** Whether its token allows changes; absent if unknown. */
  canWrite: z.boolean().optional(),
  /** Set if the company's policy allows only reading on its instance, whatever its token allows. */
  readOnlyBy: z.literal('policy').optional(),
  /** Whether its token has the scope `admin_mode`; absent if unknown. */
  hasAdminMode: z.boolean().optional(),
  /** What its token may do if it is fine-grained: empty if unknown, absent for other tokens. */
  granularScopes: z.array(GranularScope).optional(),
  /** Whether it belongs to the built-in demo service and is removed with it. */
  demo: z.boolean(),
  /** Where the token is stored: in the keychain, only in memory until Latchkey quits, or nowhere. */
  token: z.enum(['keychain', 'session', 'missing']),
  /** The first steps still suggested on Home; absent if they never were. */
  firstSteps: z.array(z.enum(firstSteps)).optional(),
  /** How it signed in with the browser: through an application on its instance. Absent if it signed in with a token. */
  session: z.object({ clientId: z.string() }).optional(),
  /** Absent if the instance doesn't return token details. */
  accessToken: AccessToken.optional(),
  /**
   * An unfinished rotation, or refresh of a session: its outcome is unknown (`unconfirmed`), the new token exists only in
   * memory because the keychain rejected it (`unsaved`), or the new token was lost and the old one no longer works
   * (`lost`).
   */
  rotation: z.enum(['unconfirmed', 'unsaved', 'lost']).optional(),
})
export type Account = z.output<typeof Account>

/** The state of this computer's keychain. */
export const KeychainState = z.lazy(() =>
  z.object({
    state: z.enum(['available', 'locked', 'absent', 'failed']),
    /** Its display name, for example "macOS Keychain". */
    name: z.string(),
    /** The problem and how to fix it; empty if the keychain is available. */
    message: z.string(),
  }),
)
export type KeychainState = z.output<typeof KeychainState>

export const AccountsSnapshot = z.lazy(() =>
  z.object({
    accounts: z.array(Account),
    /** Absent until the check is finished, which takes a while at startup. */
    keychain: KeychainState.optional(),
    /** Whether accounts are missing because this version can't parse their file, which is kept. */
    isFileInvalid: z.boolean().optional(),
  }),
)
export type AccountsSnapshot = z.output<typeof AccountsSnapshot>

/** The user's consent and options for signing in. */
export const Consents = {
  /** Consent to send the token over plain http to another computer. */
  allowHttp: z.boolean().optional(),
  /** Consent to replace the account's token with one that has fewer scopes. */
  allowFewerScopes: z.boolean().optional(),
  /** Suggests the first steps, unless the account is already signed in. */
  firstSteps: z.literal(true).optional(),
}

export const accounts = {
  list: operation(() => ({ input: z.strictObject({}), output: AccountsSnapshot })),
  /** Checks whether the keychain can store items. Doesn't prompt if the keychain is known to be locked. */
  probeKeychain: operation(() => ({ input: z.strictObject({}), output: KeychainState })),
  /**
   * Checks a URL as it is typed, or a `latchkey://sign-in` link. Returns the normalized URL and what is known about
   * signing in there, without sending a request.
   */
  inspect: operation(() => ({
    input: z.strictObject({ baseUrl: z.string().max(2048), admin: z.boolean() }),
    output: z.object({
      baseUrl: z.string(),
      /** The instance's page for creating a token, with the name and scopes filled in. */
      tokenPage: z.string(),
      /** True if the token would be sent unencrypted to another computer. */
      needsHttpConsent: z.boolean(),
      /** The application through which users sign in with the browser; absent if unknown. */
      clientId: z.string().optional(),
      /** Whether a link named the instance and the application. */
      isLink: z.boolean(),
    }),
  })),
  /** Signs in: verifies the token with GET /user and stores it in the keychain. */
  add: operation(() => ({
    input: z.strictObject({
      baseUrl: z.string().max(2048),
      token: Token,
      ...Consents,
    }),
    output: Account,
  })),
  /** Replaces an account's token with another token that belongs to the same user. */
  replaceToken: operation(() => ({
    input: z.strictObject({
      id: AccountId,
      token: Token,
      /** Consent to replace the token with one that has fewer scopes. */
      allowFewerScopes: z.boolean().optional(),
    }),
    output: Account,
  })),
  /**
   * Rotates an account's token. The old one immediately stops working everywhere, and the new one is stored in the
   * keychain before it is used. If the rotation is unfinished, the account's `rotation` describes its state.
   */
  rotateToken: operation(() => ({
    input: z.strictObject({
      id: AccountId,
      /** If absent, GitLab picks the earliest expiry. */
      expires_at: SentDate.optional(),
    }),
    output: Account.extend({
      /** What still had the old token; absent if that couldn't be read. */
      oldTokenUses: KnownTokenUses.optional(),
    }),
  })),
  /** Retries storing a rotated token that the keychain rejected. */
  saveRotatedToken: operation(() => ({
    input: z.strictObject({ id: AccountId }),
    output: Account,
  })),
  /** What stops working when an account's token is revoked. */
  tokenUses: operation(() => ({
    input: z.strictObject({ id: AccountId }),
    output: KnownTokenUses,
  })),
  update: operation(() => ({
    input: z.strictObject({
      id: AccountId,
      label: Label.optional(),
      colour: z.enum(accountColours).optional(),
      /** The remaining first steps. */
      firstSteps: z.array(z.enum(firstSteps)).optional(),
    }),
    output: Account,
  })),
  reorder: operation(() => ({
    input: z.strictObject({ ids: z.array(AccountId) }),
    output: AccountsSnapshot,
  })),
  /** Updates the account from GET /user, including its name and `is_admin`. */
  refresh: operation(() => ({ input: z.strictObject({ id: AccountId }), output: Account })),
  /**
   * Signs out on this computer by removing the account and its keychain item. If the keychain can't delete the item,
   * this is reported as `unsaved`. With `revokeToken`, revokes the token on the instance first, and keeps the account
   * unless that definitely succeeded. Deletes the account's audit log along with its other data, or moves it to the
   * folder `audit` with `keepAuditLog`.
   */
  signOut: operation(() => ({
    input: z.strictObject({
      id: AccountId,
      revokeToken: z.boolean().optional(),
      keepAuditLog: z.boolean().optional(),
    }),
    output: AccountsSnapshot,
  })),
}
