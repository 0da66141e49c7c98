import { z } from 'zod'
import { Account } from './accounts.ts'
import { applicationScopes } from '../rules/token-scopes.ts'
import { accountOperation, adminOperation, operation } from './operation.ts'

/** The ID of an application on an instance, through which users sign in. */
export const ClientId = z.string().regex(/^[\w-]{1,200}$/)

const Way = z.enum(['browser', 'code'])

const BrowserSignInInput = z.strictObject({
  baseUrl: z.string().max(2048),
  clientId: ClientId,
  /** Whether to request administrator rights on an instance with Admin Mode. */
  admin: z.boolean(),
  /** Whether GitLab returns to Latchkey by itself, or the user enters a code on any device. */
  way: Way,
  /** Consent to plain http. */
  allowHttp: z.boolean().optional(),
  /** The ID of the account that signs in again. */
  account: z.string().max(64).optional(),
})
export type BrowserSignInInput = z.output<typeof BrowserSignInInput>

export const StartedSignIn = z.object({
  id: z.string(),
  /** The instance's URL, which may differ from the typed one. */
  baseUrl: z.string(),
  /** When Latchkey stops waiting, in milliseconds since 1970. */
  expiresAt: z.number(),
  /** What the page has to open in the browser; absent if Latchkey has opened it. Works once. */
  startUrl: z.string().optional(),
  /** The code to enter, and the instance's page for it. */
  code: z.object({ userCode: z.string(), page: z.string() }).optional(),
})
export type StartedSignIn = z.output<typeof StartedSignIn>

const Id = { id: z.string().max(64) }

/** Sign-in with the browser. One at a time: a new one cancels the one before. */
export const browserSessions = {
  start: operation(() => ({ input: BrowserSignInInput, output: StartedSignIn })),
  /** Resolves once the user has agreed in the browser, which takes up to five minutes. Nothing is stored yet. */
  wait: operation(() => ({
    input: z.strictObject(Id),
    output: z.object({
      username: z.string(),
      name: z.string(),
      isAdmin: z.boolean(),
      /** Whether this user is signed in already, and gets the new session. */
      isSignedIn: z.boolean(),
    }),
  })),
  /** Signs in, after the user has seen whose account it is. */
  accept: operation(() => ({
    input: z.strictObject({
      ...Id,
      /** Consent to replace the account's token with one that has fewer scopes. */
      allowFewerScopes: z.boolean().optional(),
      firstSteps: z.literal(true).optional(),
    }),
    output: Account,
  })),
  /** Stops waiting, and revokes the session if there is one already. */
  cancel: operation(() => ({ input: z.strictObject(Id), output: z.object({}) })),
  /** Whether the account can replace its token with a session through an application of its own. */
  offersOwn: accountOperation(() => ({
    input: z.strictObject({}),
    output: z.object({ isOffered: z.boolean() }),
  })),
  /** Starts that sign-in, with the token's scopes. Creates the application unless there is one. */
  startOwn: accountOperation(() => ({
    input: z.strictObject({ way: Way }),
    output: StartedSignIn.extend({
      /** The token's scopes that the session won't have. */
      omitted: z.array(z.string()),
    }),
  })),
  /** Latchkey's applications on the instance with which everyone can sign in. */
  applications: adminOperation(() => ({
    input: z.strictObject({ scopes: z.array(z.enum(applicationScopes)) }),
    output: z.object({ clientIds: z.array(z.string()) }),
  })),
  /** Registers such an application. */
  register: adminOperation(() => ({
    input: z.strictObject({ scopes: z.array(z.enum(applicationScopes)) }),
    output: z.object({ clientId: z.string() }),
  })),
}
