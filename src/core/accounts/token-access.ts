import { z } from 'zod'
import { FailureError } from '../platform/failure.ts'
import { type EndpointAnswer, endpoint } from '../../shared/gitlab/endpoint.ts'
import type { AccessToken, Account } from '../../shared/operations/accounts.ts'
import { personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import type { Target } from '../gitlab/target.ts'

/** How long (ms) a sign-in waits for the scopes. */
const maxWaitMs = 5_000

/** Doesn't create anything: it is rejected for the missing email, but only after the scopes are checked (`lib/api/api_guard.rb`). */
const incompleteWrite = endpoint('POST', '/user/emails', {
  body: z.strictObject({}),
  returns: z.unknown(),
})

/** The scopes that Latchkey uses, each with the broader scopes that include it (`lib/gitlab/auth.rb`). */
const includedIn: Readonly<Record<string, readonly string[]>> = {
  api: [],
  read_api: ['api'],
  read_user: ['api', 'read_api'],
  create_runner: ['api'],
  admin_mode: [],
  sudo: [],
}

/** A request's own token, as GitLab describes it. */
export type OwnToken = EndpointAnswer<typeof personalAccessTokens.self>

/** What GitLab reveals about a token. */
export interface TokenAccess {
  scopes?: readonly string[]
  hasAdminMode?: boolean
  accessToken?: AccessToken
  /** What a fine-grained token may do: empty if unknown, absent for other tokens. */
  granularScopes?: Account['granularScopes']
}

/** Reads a token's scopes and expiry date; omits what can't be determined. Never throws. */
export async function readTokenAccess(client: ApiClient, target: Target): Promise<TokenAccess> {
  const signal = AbortSignal.timeout(maxWaitMs)
  try {
    const described = await client.call(
      target,
      personalAccessTokens.self,
      {},
      { once: true, signal },
    )
    const { scopes } = described
    return {
      scopes: scopes?.length ? scopes : undefined,
      hasAdminMode: hasAdminMode(described),
      accessToken: toAccessToken(described),
      granularScopes: toGranularScopes(described),
    }
  } catch (error) {
    // The documented interface lacks this endpoint, so those instances have to be probed.
    if (lacksPermission(error)) return { granularScopes: [] }
    return httpStatus(error) === 404 ? { scopes: await probeScopes(client, target, signal) } : {}
  }
}

/**
 * A token with any of these scopes can rotate itself; a fine-grained one may have the permission
 * (`lib/api/personal_access_tokens/self_rotation.rb`).
 */
const rotatingScopes = ['api', 'self_rotate', 'granular']

export function toAccessToken({ id, scopes, expires_at }: OwnToken): AccessToken {
  return {
    id: id ?? undefined,
    expiresAt: expires_at ?? undefined,
    canRotate: rotatingScopes.some((scope) => scopes?.includes(scope)),
  }
}

export function toGranularScopes({ scopes, granular_scopes }: OwnToken): Account['granularScopes'] {
  if (!granular_scopes?.length && !scopes?.includes('granular')) return undefined
  return granular_scopes ?? []
}

/** Whether GitLab refused a fine-grained token, which has permissions instead of scopes. */
function lacksPermission(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { reason, scopes } = error.failure
  return reason === 'insufficient-scope' && scopes === undefined
}

/** Whether a token may act with administrator rights on an instance with Admin Mode; undefined if unknown. */
export function hasAdminMode({ scopes }: OwnToken): boolean | undefined {
  return scopes?.length && !scopes.includes('granular') ? scopes.includes('admin_mode') : undefined
}

/** Whether a token with these scopes can make changes; undefined for a fine-grained token, which has permissions instead. */
export function canWrite(scopes: readonly string[] | undefined): boolean | undefined {
  return scopes?.includes('granular') ? undefined : scopes?.includes('api')
}

/** The scopes Latchkey uses that the first token has and the second one lacks. */
export function lostScopes(before: readonly string[], after: readonly string[]): string[] {
  return Object.entries(includedIn)
    .filter(([scope, wider]) => ![scope, ...wider].some((one) => after.includes(one)))
    .map(([scope]) => scope)
    .filter((scope) => before.includes(scope))
}

/** Whether GitLab rejected a write because the token lacks the `api` scope. */
export function lacksApiScope(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { reason, scopes } = error.failure
  return reason === 'insufficient-scope' && (scopes?.includes('api') ?? false)
}

/** Tells `api` from lesser scopes, which is all a probe can do. */
async function probeScopes(
  client: ApiClient,
  target: Target,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    await client.call(target, incompleteWrite, {}, { signal })
    return undefined
  } catch (error) {
    if (lacksApiScope(error)) return []
    return httpStatus(error) === 400 ? ['api'] : undefined
  }
}

function httpStatus(error: unknown): number | undefined {
  return error instanceof FailureError ? error.failure.status : undefined
}
