import type { Text } from './messages/message.ts'

/** Every way in which something can fail, as the screens tell them apart. */
export const failureKinds = [
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'invalid',
  'rate-limited',
  'service-error',
  'not-the-service',
  'refused-redirect',
  'unknown-outcome',
  'keychain',
  'unexpected',
] as const

export type FailureKind = (typeof failureKinds)[number]

/** What a kind leaves open and a screen has to know. */
export type FailureReason =
  | 'token-expired'
  | 'token-revoked'
  | 'token-unknown'
  | 'insufficient-scope'
  /** Something was created, and its secret did not come with the answer. */
  | 'secret-missing'
  | 'account-unusable'
  | 'admin-mode'
  | 'administrators-only'
  /** The certificate of the instance does not count. */
  | 'certificate'
  /** The same, and one of one's own choice may help. */
  | 'unknown-authority'
  | 'no-tls'
  | 'proxy'
  | 'nothing-answers'
  | 'insecure'
  | 'unknown-account'
  | 'token-missing'
  | 'wrong-account'
  /** The new token has fewer scopes than the one it would replace. */
  | 'narrower-token'
  | 'locked'
  /** The last starts ended badly, so nothing is asked of any instance. */
  | 'safe-mode'
  /** The service does not know a filter, and would match everybody. */
  | 'filter-ignored'

/**
 * A failure as plain JSON. Where it is made it holds messages of the catalog; a screen gets them in words (`Failure<string>`).
 */
export interface Failure<Words extends Text = string> {
  kind: FailureKind
  /** One sentence: what was wrong, and where. */
  message: Words
  /** One sentence: what to do next. */
  hint?: Words
  reason?: FailureReason
  /** What was wrong with single fields, by the field's name in the interface. */
  fields?: Record<string, Words[]>
  /** The HTTP status that the service answered with, if it answered. */
  status?: number
  /** When a rate limit ends, in milliseconds since 1970. */
  retryAt?: number
  /** The scopes of which the token would need one. */
  scopes?: string[]
  /** What is known of a creation whose answer was lost. */
  creation?: UncertainCreate<Words>
}

/** A creation whose answer was lost, and what was seen of it afterwards. It is never sent again by itself. */
export interface UncertainCreate<Words extends Text = string> {
  /** `yes`: it is there, and its secret is lost. `no`: it is not there now. `unknown`: nobody can tell. */
  found: 'yes' | 'no' | 'unknown'
  /** What was to be created, for a sentence. */
  what: Words
  /** What ends an impersonation token whose secret nobody has: the input of `impersonationTokens.revoke`. */
  revoke?: { user_id: number; impersonation_token_id: number }
  /** For `creations.look`, where looking again may tell more. */
  look?: string
  /** Where a person can look, below the address of the instance, because the interface cannot. */
  web?: string
}

const cutOff: readonly FailureKind[] = [
  'offline',
  'timeout',
  'rate-limited',
  'not-the-service',
  'refused-redirect',
]

/** Whether the service could not be asked; what it refused or does not have is its answer. */
export function isCutOff({ kind, status = 0 }: Pick<Failure<Text>, 'kind' | 'status'>): boolean {
  return cutOff.includes(kind) || (kind === 'service-error' && status >= 500)
}

/**
 * Whether a write that failed so may have been done all the same: its answer was lost, or somebody other than the service answered.
 * What the service itself refused was not done.
 */
export function mayHaveHappened({ kind, reason, status = 0 }: Failure<Text>): boolean {
  if (kind === 'unknown-outcome' || kind === 'refused-redirect' || status >= 500) return true
  // Of a failure with a reason it is known that the service never had the request.
  return kind === 'not-the-service' && status > 0 && reason === undefined
}

/** How old a value is that was kept from before. */
export interface Age<Words extends Text = string> {
  /** When the service gave it, in milliseconds since 1970; of several, the oldest. */
  asOf: number
  /** Why there is none of now; absent while the service is still being asked. */
  failure?: Failure<Words>
}

/** What comes back over the boundary: a value or a failure, never an exception. A value without an age is of now. */
export type Envelope<T = unknown> =
  | ({
      ok: true
      value: T
      /** How many entries of the lists that it was made of could not be read. */
      skipped?: number
    } & Partial<Age>)
  | { ok: false; failure: Failure }
