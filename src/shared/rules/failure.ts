import type { Text } from '../messages/message.ts'

/** The kinds of failures that screens distinguish. */
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

/** A more specific reason, for screens that need it. */
export type FailureReason =
  | 'token-expired'
  | 'token-revoked'
  | 'token-unknown'
  | 'insufficient-scope'
  /** Something was created, but its secret was not in the answer. */
  | 'secret-missing'
  | 'account-unusable'
  | 'admin-mode'
  | 'administrators-only'
  /** The certificate of the instance isn't trusted. */
  | 'certificate'
  /** The same, but a certificate that the user chooses may help. */
  | 'unknown-authority'
  | 'no-tls'
  | 'proxy'
  | 'nothing-answers'
  | 'insecure'
  | 'unknown-account'
  | 'token-missing'
  /** The token was rotated, and the new one is lost. */
  | 'token-lost'
  | 'wrong-account'
  /** The new token has fewer scopes than the one it would replace. */
  | 'narrower-token'
  /** An offer of a list that is out of date. */
  | 'offer-gone'
  | 'locked'
  /** The service ignores a filter, and would match everybody. */
  | 'filter-ignored'

/**
 * A failure as plain JSON. Core creates it with messages; screens get formatted text (`Failure<string>`).
 */
export interface Failure<Words extends Text = string> {
  kind: FailureKind
  /** What failed, and where. */
  message: Words
  /** What to do next. */
  hint?: Words
  reason?: FailureReason
  /** The problems of fields, by their names in the API. */
  fields?: Record<string, Words[]>
  /** The HTTP status of the answer, if there was one. */
  status?: number
  /** When a rate limit ends, in milliseconds since 1970. */
  retryAt?: number
  /** The token needs one of these scopes. */
  scopes?: string[]
  /** A creation whose answer was lost. */
  creation?: UncertainCreate<Words>
}

/** A creation whose answer was lost, and the result of the check. It is never sent again automatically. */
export interface UncertainCreate<Words extends Text = string> {
  /** `yes`: it exists, but its secret is lost. `no`: it does not exist now. */
  found: 'yes' | 'no' | 'unknown'
  /** The created item, as the beginning of a sentence. */
  what: Words
  /** Input of `impersonationTokens.revoke`, for a token whose secret was lost. */
  revoke?: { user_id: number; impersonation_token_id: number }
  /** For `createRecovery.look`, if another check may find more. */
  look?: string
  /** A path of the instance to check on the web, because the API can't. */
  web?: string
}

/** The service could not be asked. */
export const unreachableKinds: readonly FailureKind[] = [
  'offline',
  'timeout',
  'rate-limited',
  'not-the-service',
  'refused-redirect',
]

/** Whether the service couldn't be reached; a refusal is an answer. */
export function isUnreachable({
  kind,
  status = 0,
}: Pick<Failure<Text>, 'kind' | 'status'>): boolean {
  return unreachableKinds.includes(kind) || (kind === 'service-error' && status >= 500)
}

/**
 * Whether a write with this failure may have been done all the same: its answer was lost, or something other than the service
 * answered. A write that the service itself refused was not done.
 */
export function mayHaveHappened({ kind, reason, status = 0 }: Failure<Text>): boolean {
  if (kind === 'unknown-outcome' || kind === 'refused-redirect' || status >= 500) return true
  // With a reason, the service never had the request.
  return kind === 'not-the-service' && status > 0 && reason === undefined
}

/** The age of a value from the cache. */
export interface Age<Words extends Text = string> {
  /** When the service sent it, in milliseconds since 1970; the oldest of several. */
  asOf: number
  /** Why there is no fresh one; absent while it is still being loaded. */
  failure?: Failure<Words>
}

/** The answer to a call: a value or a failure, never an exception. A value without an age is fresh. */
export type Envelope<T = unknown> =
  | ({
      ok: true
      value: T
      /** How many entries of the lists in it couldn't be read. */
      skipped?: number
    } & Partial<Age>)
  | { ok: false; failure: Failure }
