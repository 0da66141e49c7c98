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

/** The one failure that crosses the boundary: plain JSON, made for a person to read. */
export interface Failure {
  kind: FailureKind
  /** One sentence: what was wrong, and where. */
  message: string
  /** One sentence: what to do next. */
  hint?: string
  reason?: FailureReason
  /** What was wrong with single fields, by the field's name in the interface. */
  fields?: Record<string, string[]>
  /** The HTTP status that the service answered with, if it answered. */
  status?: number
  /** When a rate limit ends, in milliseconds since 1970. */
  retryAt?: number
  /** The scopes of which the token would need one. */
  scopes?: string[]
  /** What is known of a creation whose answer was lost. */
  creation?: UncertainCreate
}

/** A creation whose answer was lost, and what was seen of it afterwards. It is never sent again by itself. */
export interface UncertainCreate {
  /** `yes`: it is there, and its secret is lost. `no`: it is not there now. `unknown`: nobody can tell. */
  found: 'yes' | 'no' | 'unknown'
  /** What was to be created, for a sentence. */
  what: string
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
export function isCutOff({ kind, status = 0 }: Pick<Failure, 'kind' | 'status'>): boolean {
  return cutOff.includes(kind) || (kind === 'service-error' && status >= 500)
}

/**
 * Whether a write that failed so may have been done all the same: its answer was lost, or somebody other than the service answered.
 * What the service itself refused was not done.
 */
export function mayHaveHappened({ kind, reason, status = 0 }: Failure): boolean {
  if (kind === 'unknown-outcome' || kind === 'refused-redirect' || status >= 500) return true
  // Of a failure with a reason it is known that the service never had the request.
  return kind === 'not-the-service' && status > 0 && reason === undefined
}

/** A failure on its way up through the Node side; `failure` is all that leaves it. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options)
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** How old a value is that was kept from before. */
export interface Age {
  /** When the service gave it, in milliseconds since 1970; of several, the oldest. */
  asOf: number
  /** Why there is none of now; absent while the service is still being asked. */
  failure?: Failure
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
