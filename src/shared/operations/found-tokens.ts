import { z } from 'zod'
import { Account, Consents, TokenPlace } from './accounts.ts'
import { operation } from './operation.ts'

/** A token on this computer that can be used to sign in, without its secret. */
export const TokenOffer = z.lazy(() =>
  TokenPlace.extend({
    /** Opaque; valid until the next search for tokens. */
    id: z.string(),
    /** The URL of the instance that issued the token and would receive it. */
    baseUrl: z.string(),
    /** The token's owner according to the file. */
    username: z.string().optional(),
    /** True if the token would be sent unencrypted to another computer. */
    needsHttpConsent: z.boolean(),
  }),
)
export type TokenOffer = z.output<typeof TokenOffer>

/** A token on this computer that Latchkey can't use as a personal access token. */
export const UnusableToken = z.lazy(() =>
  z.object({
    source: TokenPlace.shape.source,
    /** The host or the variable name. */
    name: z.string(),
    /** `keychain`: the program stores it in the keychain. `url` or `malformed`: the URL or the token is invalid. */
    reason: z.enum(['oauth', 'job-token', 'keychain', 'url', 'malformed']),
  }),
)
export type UnusableToken = z.output<typeof UnusableToken>

export const configProblems = [
  'no-permission',
  'link-loop',
  'not-a-file',
  'unreadable',
  'too-large',
  'not-yaml',
] as const
export type ConfigProblem = (typeof configProblems)[number]

export const FoundTokens = z.lazy(() =>
  z.object({
    offers: z.array(TokenOffer),
    unusable: z.array(UnusableToken),
    /** Why glab's configuration couldn't be read. */
    problem: z.object({ file: z.string(), reason: z.enum(configProblems) }).optional(),
    /** The searched files and variables. */
    places: z.array(z.string()),
    /** Whether git's credential helpers can be queried. `no-url` means that no instance was given. */
    git: z.enum(['offered', 'absent', 'no-url']),
  }),
)
export type FoundTokens = z.output<typeof FoundTokens>

/** Signing in with tokens that already exist on this computer. */
export const foundTokens = {
  /** Searches for tokens. `baseUrl` is the instance for which git could be queried, which this call doesn't do yet. */
  list: operation(() => ({
    input: z.strictObject({ baseUrl: z.string().max(2048).optional() }),
    output: FoundTokens,
  })),
  /** Reads an offer's token and signs in with it, like `accounts.add`. */
  use: operation(() => ({
    input: z.strictObject({ id: z.string().max(64), ...Consents }),
    output: Account,
  })),
  /** Lists the accounts without a token, each with the places that have a token for its instance. */
  missing: operation(() => ({
    input: z.strictObject({}),
    output: z.array(z.object({ id: z.string(), places: z.array(TokenPlace) })),
  })),
  /** Signs in each of these accounts with the first token found for its user. */
  restore: operation(() => ({
    input: z.strictObject({}),
    output: z.object({
      restored: z.array(Account),
      failed: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
  })),
}
