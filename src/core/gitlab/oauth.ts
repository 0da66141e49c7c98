import { z } from 'zod'
import { type AnyEndpoint, endpoint } from '../../shared/gitlab/endpoint.ts'
import { createFailureError } from '../platform/failures.ts'
import { FailureError } from '../platform/failure.ts'
import { safeParse } from '../../shared/gitlab/parse.ts'
import { nameLimit } from '../../shared/rules/limits.ts'
import { truncate } from '../../shared/rules/text-length.ts'
import { mayHaveHappened } from '../../shared/rules/failure.ts'
import type { Session } from './credential.ts'
import { type ApiResponse, readJson } from './api-response.ts'
import { type Exchange, defaultLimits } from './exchange.ts'
import { instanceHost } from './text.ts'

/** An application on an instance, and what Latchkey asks it for. */
export interface OAuthClient {
  baseUrl: string
  clientId: string
}

/** What the user enters on the instance's page, on any device. */
export interface DeviceCode {
  deviceCode: string
  userCode: string
  /** How long (ms) the code works. */
  lifetimeMs: number
}

/** Why GitLab issued no tokens. */
export interface OAuthRefusal {
  /** An error of RFC 6749 or 8628, such as `invalid_grant`. */
  error: string
}

interface OAuthOptions {
  exchange: Exchange
  /** Milliseconds since 1970. */
  now(): number
}

/** Responses with an error of OAuth, or from an instance that accepts no changes for now. */
const refusals = [400, 401, 503]
const any = { body: z.unknown(), returns: z.unknown() }
const token = endpoint('POST', '/oauth/token', { ...any, status: [200, ...refusals] })
const revoke = endpoint('POST', '/oauth/revoke', { ...any, status: [200] })
const authorizeDevice = endpoint('POST', '/oauth/authorize_device', {
  ...any,
  status: [200, 404, ...refusals],
})

/** In seconds; 31 years. */
const longestLifetime = 10 ** 9
// A session without end couldn't be stored, because JSON has no infinite numbers.
// guard: session-life
const Lifetime = z
  .number()
  .positive()
  .transform((seconds) => Math.min(seconds, longestLifetime))

const Tokens = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: Lifetime.nullish(),
  refresh_token: z.string().nullish(),
  scope: z.string().nullish(),
})
const Device = z.object({
  device_code: z.string().min(1),
  user_code: z.string().regex(/^[\w-]{4,32}$/),
  expires_in: Lifetime,
})
const Refusal = z.object({ error: z.string() })
const Outage = z.object({ message: z.string() })

/** Refreshes this long (ms) before the access token ends, or earlier in a short life. */
const refreshAheadMs = 300_000

/** How long (ms) a revocation may take, so signing out doesn't wait for an instance that doesn't answer. */
const revokeMs = 5_000

/**
 * GitLab's OAuth endpoints (`doc/api/oauth2.md`), for applications that keep no secret. Sends each request once and
 * follows no discovery document.
 */
export class OAuth {
  readonly #options: OAuthOptions

  constructor(options: OAuthOptions) {
    this.#options = options
  }

  /** Exchanges an authorization code for tokens. */
  exchangeCode(
    application: OAuthClient,
    { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
    scopes: readonly string[],
  ): Promise<Session | OAuthRefusal> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return this.#requestTokens(application, { ...form, code_verifier: verifier }, verifier, scopes)
  }

  /** Exchanges the refresh token for new tokens. If the response is lost, neither the old nor the new ones may work. */
  refresh(baseUrl: string, { clientId, refresh = '', scopes }: Session) {
    const form = { grant_type: 'refresh_token', refresh_token: refresh }
    return this.#requestTokens({ baseUrl, clientId }, form, refresh, scopes)
  }

  /** Requests a code that the user confirms in any browser; undefined if the instance can't (before GitLab 17.2). */
  async startDevice(
    { baseUrl, clientId }: OAuthClient,
    scopes: readonly string[],
  ): Promise<DeviceCode | OAuthRefusal | undefined> {
    const form = { client_id: clientId, scope: scopes.join(' ') }
    const answer = await this.#send(baseUrl, authorizeDevice, form)
    if (answer.status === 404) return undefined
    if (answer.status !== 200) return readRefusal(baseUrl, answer)
    const device = safeParse(Device, readJson(answer))
    if (!device.success) throw notUnderstood(baseUrl)
    const { device_code: deviceCode, user_code: userCode, expires_in } = device.data
    return { deviceCode, userCode, lifetimeMs: expires_in * 1000 }
  }

  /** Asks whether the user has confirmed a code: `authorization_pending` until then. */
  pollDevice(application: OAuthClient, deviceCode: string, scopes: readonly string[]) {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const form = { grant_type, device_code: deviceCode }
    return this.#requestTokens(application, form, deviceCode, scopes)
  }

  /** Ends a session. GitLab also answers like this for tokens that no longer work. */
  async revoke(baseUrl: string, { clientId, access, refresh }: Session): Promise<void> {
    for (const secret of [refresh, access]) {
      if (secret === undefined) continue
      await this.#send(baseUrl, revoke, { client_id: clientId, token: secret }, secret, revokeMs)
    }
  }

  async #requestTokens(
    { baseUrl, clientId }: OAuthClient,
    form: Record<string, string>,
    secret: string,
    scopes: readonly string[],
  ): Promise<Session | OAuthRefusal> {
    const answer = await this.#send(baseUrl, token, { client_id: clientId, ...form }, secret)
    if (answer.status !== 200) return readRefusal(baseUrl, answer)
    const tokens = safeParse(Tokens, readJson(answer))
    if (!tokens.success) throw notUnderstood(baseUrl)
    const { access_token: access, expires_in, refresh_token, scope } = tokens.data
    const lifetimeMs = expires_in && expires_in * 1000
    const receivedAt = this.#options.now()
    return {
      access,
      ...(refresh_token && { refresh: refresh_token }),
      ...(lifetimeMs && {
        expiresAt: receivedAt + lifetimeMs,
        refreshAt: receivedAt + lifetimeMs - Math.min(refreshAheadMs, lifetimeMs / 4),
      }),
      clientId,
      // Absent if they are the requested ones (RFC 6749, 5.1).
      scopes: scope?.split(' ').filter(Boolean) ?? [...scopes],
    }
  }

  #send(
    baseUrl: string,
    to: AnyEndpoint,
    form: Record<string, string>,
    secret?: string,
    milliseconds = defaultLimits.callMs,
  ): Promise<ApiResponse> {
    const body = new URLSearchParams(form)
    const request = { url: baseUrl + to.path, body, ...(secret && { secret }) }
    return this.#options.exchange({ baseUrl }, to, request, milliseconds)
  }
}

/** The error in a refusal. Anything but GitLab's own throws, because the request may have been granted. */
function readRefusal(baseUrl: string, answer: ApiResponse): OAuthRefusal {
  const host = instanceHost({ baseUrl })
  const body = readJson(answer)
  if (answer.status === 503) {
    const text = safeParse(Outage, body)
    // guard: outage-text
    const shown = text.success && truncate(text.data.message, nameLimit)
    if (shown !== false) throw createFailureError('signIn.notNow', { host, text: shown })
  }
  const refusal = safeParse(Refusal, body)
  if (refusal.success && answer.status !== 503) return refusal.data
  throw notUnderstood(baseUrl)
}

function notUnderstood(baseUrl: string): FailureError {
  return createFailureError('signIn.answerNotUnderstood', { host: instanceHost({ baseUrl }) })
}

export function isRefusal(answer: object | undefined): answer is OAuthRefusal {
  return answer !== undefined && 'error' in answer
}

/** Whether GitLab may have granted a request that failed, so its tokens may be used up. */
export function mayBeUsedUp(error: unknown): boolean {
  return !(error instanceof FailureError) || mayHaveHappened(error.failure)
}
