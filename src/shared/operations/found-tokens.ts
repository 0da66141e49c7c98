import { z } from 'zod'
import { Account, Consents, TokenPlace } from './accounts.ts'
import { operation } from './operation.ts'

/** A token of this computer that somebody can sign in with. Holds no token. */
export const TokenOffer = TokenPlace.extend({
  /** Opaque, and valid until tokens are looked for again. */
  id: z.string(),
  /** URL of the instance that the token belongs to, and would be sent to. */
  baseUrl: z.string(),
  /** Whose token it is, as the file says. */
  username: z.string().optional(),
  /** True if the token would be sent unencrypted to another computer. */
  needsHttpConsent: z.boolean(),
})
export type TokenOffer = z.output<typeof TokenOffer>

/** Something that was found, but is no personal access token that Latchkey could use. */
export const UnusableToken = z.object({
  source: TokenPlace.shape.source,
  /** The host or the name of the variable. */
  name: z.string(),
  /** `keychain`: the program keeps it there; `url`, `malformed`: the URL or the token isn't one. */
  reason: z.enum(['oauth', 'job-token', 'keychain', 'url', 'malformed']),
})
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

export const FoundTokens = z.object({
  offers: z.array(TokenOffer),
  unusable: z.array(UnusableToken),
  /** Why glab's configuration could not be read. */
  problem: z.object({ file: z.string(), reason: z.enum(configProblems) }).optional(),
  /** Where was looked: files and names of variables. */
  places: z.array(z.string()),
  /** Whether git's credential helpers can be asked: `no-url` if no instance was named to ask for. */
  git: z.enum(['offered', 'absent', 'no-url']),
})
export type FoundTokens = z.output<typeof FoundTokens>

/** Tokens that already lie on this computer, to sign in with. */
export const foundTokens = {
  /** Looks for them. `baseUrl` is the instance that git would be asked about; nothing is asked yet. */
  list: operation({
    input: z.strictObject({ baseUrl: z.string().max(2048).optional() }),
    output: FoundTokens,
  }),
  /** Reads the token of an offer, and signs in with it as `accounts.add` does. */
  use: operation({
    input: z.strictObject({ id: z.string().max(64), ...Consents }),
    output: Account,
  }),
  /** The accounts without a token, each with where one of its instance was found. */
  missing: operation({
    input: z.strictObject({}),
    output: z.array(z.object({ id: z.string(), places: z.array(TokenPlace) })),
  }),
  /** Gives each of them the first token found that is its user's. */
  restore: operation({
    input: z.strictObject({}),
    output: z.object({
      restored: z.array(Account),
      failed: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
  }),
}
