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

/** A more specific reason for some screens. */
export type FailureReason =
  | 'token-expired'
  | 'token-revoked'
  | 'token-unknown'
  | 'insufficient-scope'
  /** The item was created, but the response lacked its secret. */
  | 'secret-missing'
  | 'account-unusable'
  | 'admin-mode'
  | 'administrators-only'
  /** The instance's certificate isn't trusted. */
  | 'certificate'
  /** The same, but trusting a certificate may help. */
  | 'unknown-authority'
  | 'no-tls'
  | 'proxy'
  | 'nothing-answers'
  | 'insecure'
  | 'unknown-account'
  | 'token-missing'
  /** The token was rotated and the new one is lost. */
  | 'token-lost'
  | 'wrong-account'
  /** The new token has fewer scopes than the token it would replace. */
  | 'narrower-token'
  /** This computer uses the key to replace. */
  | 'key-in-use'
  /** An offer from an outdated list. */
  | 'offer-gone'
  | 'locked'
  /** The instance ignores a filter, so every user would match. */
  | 'filter-ignored'
  /** The instance accepts no changes for now: it is in maintenance mode, or a read-only copy. Reading works. */
  | 'read-only-instance'
  /** The instance doesn't have the endpoint. */
  | 'no-endpoint'
  /** The response describes another object than the requested one. */
  | 'other-object'
  /** GitLab accepted a deletion, but the user still exists an hour later. */
  | 'deletion-stalled'
  /** The company's policy doesn't allow it. */
  | 'managed'
  /** It would affect more users than a day's ceiling allows. */
  | 'ceiling'

/** A failure as plain JSON. Core creates it with messages; screens receive formatted text (`Failure<string>`). */
export interface Failure<Words extends Text = string> {
  kind: FailureKind
  /** What failed and where. */
  message: Words
  /** A suggested next step. */
  hint?: Words
  reason?: FailureReason
  /** Problems by API field name. */
  fields?: Record<string, Words[]>
  /** The HTTP status of the response, if any. */
  status?: number
  /** When GitLab asked to try again, such as after a rate limit, in milliseconds since 1970. */
  retryAt?: number
  /** The token needs one of these scopes. */
  scopes?: string[]
  /** A creation whose response was lost. */
  creation?: UncertainCreate<Words>
}

/**
 * A create request whose response was lost, and the result of checking for the item. It is never resent automatically.
 */
export interface UncertainCreate<Words extends Text = string> {
  /** `yes`: the item exists, but its secret is lost. `no`: the item doesn't exist so far. */
  found: 'yes' | 'no' | 'unknown'
  /** The created item, phrased as the start of a sentence. */
  what: Words
  /** A token whose secret was lost. */
  revoke?: LostToken
  /** A page of the instance to check in a browser, for items the API can't look up. */
  web?: string
}

/** Input of `impersonationTokens.revoke`, `adminTokens.revokePersonal` or `ownTokens.revoke`. */
export type LostToken =
  | { user_id: number; impersonation_token_id: number }
  | { user_id: number; id: number }
  | { id: number }

/** The ID of the user's own token whose secret was lost. Only the user's own tokens can be rotated. */
export function rotatableToken({ revoke }: Pick<UncertainCreate, 'revoke'> = {}):
  number | undefined {
  return revoke && !('user_id' in revoke) ? revoke.id : undefined
}

/** The instance could not be reached. */
export const unreachableKinds: readonly FailureKind[] = [
  'offline',
  'timeout',
  'rate-limited',
  'not-the-service',
  'refused-redirect',
]

/** Whether the instance couldn't be reached. A rejection is a response, so it doesn't count. */
export function isUnreachable({
  kind,
  reason,
  status = 0,
}: Pick<Failure<Text>, 'kind' | 'reason' | 'status'>): boolean {
  if (reason === 'read-only-instance') return false
  return unreachableKinds.includes(kind) || (kind === 'service-error' && status >= 500)
}

/**
 * Whether a failed write may have taken effect, because its response was lost or something other than GitLab responded.
 * A write that GitLab itself rejected had no effect.
 */
export function mayHaveHappened({ kind, reason, status = 0 }: Failure<Text>): boolean {
  if (reason === 'read-only-instance') return false
  if (kind === 'unknown-outcome' || kind === 'refused-redirect' || status >= 500) return true
  // A failure with a reason means that the request never reached GitLab.
  return kind === 'not-the-service' && status > 0 && reason === undefined
}

/** The age of a cached value. */
export interface Age<Words extends Text = string> {
  /** When GitLab sent it, in milliseconds since 1970. If it combines several responses, the time of the oldest. */
  asOf: number
  /** Why a fresh value isn't available; absent while it is loading. */
  failure?: Failure<Words>
}

/** The result of a call: a value or a failure, never an exception. Values without an age are fresh. */
export type Envelope<T = unknown> =
  | ({
      ok: true
      value: T
      /** The number of entries in its lists that couldn't be parsed. */
      skipped?: number
    } & Partial<Age>)
  | { ok: false; failure: Failure }
