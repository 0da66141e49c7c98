import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, tooLong } from '../validation.ts'
import { accountColours } from './account-colours.ts'
import type { AccountColour } from './account-colours.ts'
import { operation } from './operation.ts'
import { accessTokenLimit, labelLimit } from '../limits.ts'

export { accountColours }
export type { AccountColour }

const Label = z
  .string()
  .trim()
  .min(1, issueText(message('validation.empty')))
  .max(labelLimit, tooLong(labelLimit))
const Token = z
  .string()
  .trim()
  .min(1, issueText(message('validation.empty')))
  .max(accessTokenLimit, issueText(message('validation.tokenTooLong')))
  .regex(/^[\x21-\x7e]*$/, issueText(message('validation.foreignCharacters')))
const AccountId = z.string().min(1).max(64)

/** One signed-in account. Holds no secret. */
export const Account = z.object({
  id: AccountId,
  /** Address of the instance, without a trailing slash and without `/api/v4`. */
  baseUrl: z.string(),
  label: z.string(),
  colour: z.enum(accountColours),
  user: z.object({
    id: z.number(),
    username: z.string(),
    name: z.string(),
    webUrl: z.string().optional(),
  }),
  /** What the last GET /user said; absent there counts as false. */
  isAdmin: z.boolean(),
  /** Whether its token can make changes; absent where that isn't known. */
  canWrite: z.boolean().optional(),
  /** Lives in this app's own demo service and ends with it. */
  demo: z.boolean(),
  /** Where the token is: in the keychain, in memory until Latchkey is closed, or nowhere. */
  token: z.enum(['keychain', 'session', 'missing']),
})
export type Account = z.output<typeof Account>

/** What the keychain of this machine can do just now. */
export const KeychainState = z.object({
  state: z.enum(['available', 'locked', 'absent', 'failed']),
  /** What people call it, for example "macOS Keychain". */
  name: z.string(),
  /** One sentence that says what is wrong and what to do; empty when available. */
  message: z.string(),
})
export type KeychainState = z.output<typeof KeychainState>

export const AccountsSnapshot = z.object({
  accounts: z.array(Account),
  keychain: KeychainState,
  /** How many entries of the file of accounts could not be understood; the file keeps them. */
  leftOut: z.number().optional(),
})
export type AccountsSnapshot = z.output<typeof AccountsSnapshot>

export const accounts = {
  list: operation({ input: z.strictObject({}), output: AccountsSnapshot }),
  /** Looks at an address as it is typed: what it becomes, and where its tokens are made. Asks no network. */
  inspect: operation({
    input: z.strictObject({ baseUrl: z.string().max(2048), admin: z.boolean() }),
    output: z.object({
      baseUrl: z.string(),
      /** Page of the instance that makes tokens, with name and scopes filled in. */
      tokenPage: z.string(),
      /** True where the token would travel unencrypted to another machine. */
      needsHttpConsent: z.boolean(),
    }),
  }),
  /** Signs in: verifies the token by GET /user and keeps it in the keychain. The only operation that takes a token. */
  add: operation({
    input: z.strictObject({
      baseUrl: z.string().max(2048),
      token: Token,
      /** Consent to send the token over plain http to another machine. */
      allowHttp: z.boolean().optional(),
      /** Consent to replace a token of the same account that has more scopes. */
      loseAccess: z.boolean().optional(),
    }),
    output: Account,
  }),
  /** Replaces an expired or revoked token of the same person, on the address that was agreed to. */
  replaceToken: operation({
    input: z.strictObject({
      id: AccountId,
      token: Token,
      /** Consent to replace a token that has more scopes. */
      loseAccess: z.boolean().optional(),
    }),
    output: Account,
  }),
  update: operation({
    input: z.strictObject({
      id: AccountId,
      label: Label.optional(),
      colour: z.enum(accountColours).optional(),
    }),
    output: Account,
  }),
  reorder: operation({
    input: z.strictObject({ ids: z.array(AccountId) }),
    output: AccountsSnapshot,
  }),
  /** Reads GET /user again, and with it name and `is_admin`. */
  refresh: operation({ input: z.strictObject({ id: AccountId }), output: Account }),
  /**
   * Signs out here: removes the account and its keychain item; the token itself stays valid on the instance.
   * When the keychain does not let go of the item, the account stays too, unless `leaveToken` says otherwise. The account's audit log
   * is deleted with everything else of it; with `keepAuditLog` it moves to the folder `audit` instead.
   */
  signOut: operation({
    input: z.strictObject({
      id: AccountId,
      leaveToken: z.boolean().optional(),
      keepAuditLog: z.boolean().optional(),
    }),
    output: AccountsSnapshot,
  }),
}
