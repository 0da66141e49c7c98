import { createFailure } from '../platform/failures.ts'
import { FailureError, type UnformattedFailure } from '../platform/failure.ts'
import type { FailureKind } from '../../shared/rules/failure.ts'
import { type MessageId, type Text, message } from '../../shared/messages/message.ts'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import {
  type ApiResponse,
  describeContent,
  isHtml,
  isJson,
  notUnderstoodError,
} from './api-response.ts'
import { clientCertificateFailure } from '../platform/network/tls-failures.ts'
import { redirectRefusedFailure } from './network-failure.ts'
import {
  type Refusal,
  type SentFields,
  isOwnNotFound,
  isScopeCode,
  isUnknownRoute,
  readRefusal,
} from './refusal.ts'
import { refusedFields } from './refused-fields.ts'
import { rateLimitEnd } from './throttle.ts'
import type { Target } from './target.ts'
import { taskFailed } from './tasks.ts'
import { instanceHost, isWrite, endSentence } from './text.ts'

/** The failure for a response with an error status; `sent` contains the request's fields. */
export function failureFromResponse(
  target: Target,
  endpoint: AnyEndpoint,
  answer: ApiResponse,
  now: number,
  sent?: SentFields,
): FailureError {
  const { status } = answer
  const host = instanceHost(target)
  if (status >= 300 && status < 400 && status !== 304) {
    const failure = isReadOnlyRedirect(target, endpoint, answer)
      ? readOnlyInstanceFailure(host)
      : redirectFailure(target, endpoint, answer)
    return new FailureError({ ...failure, status })
  }
  if (status < 400) {
    return notUnderstoodError(
      endpoint,
      message('service.sentUnexpectedStatus', { host, status }),
      status,
    )
  }
  const refusal = readRefusal(answer, sent)
  const failure = statusFailure(target, endpoint, answer, refusal, now, sent)
  const { serviceText } = refusal
  const isKindRefused = endpoint.secret && legacyRefusal.test(serviceText ?? '')
  const hint = isKindRefused ? message('service.fineGrainedOnly') : failure.hint
  return new FailureError({ ...failure, ...(hint && { hint }), status, serviceText })
}

/** An instance can require fine-grained tokens (since GitLab 19), but doesn't document the text of its refusal. */
const legacyRefusal = /\b(fine-grained|granular|legacy)/i

function statusFailure(
  target: Target,
  endpoint: AnyEndpoint,
  answer: ApiResponse,
  refusal: Refusal,
  now: number,
  sent: SentFields = {},
): UnformattedFailure {
  const { status } = answer
  const host = instanceHost(target)
  const { text } = refusal
  if (status === 429) {
    return createFailure(
      'service.rateLimited',
      { host },
      { retryAt: rateLimitEnd(answer.headers, now) },
    )
  }
  if (endpoint.method !== 'GET' && isReadOnlyInstance(status, refusal)) {
    return readOnlyInstanceFailure(host, text, rateLimitEnd(answer.headers, now))
  }
  if (status >= 500) {
    // The server behind the gateway may have processed the write.
    if (isWrite(endpoint) && (status === 502 || status === 504)) {
      return notUnderstoodError(endpoint, message('service.lostServer', { host, status })).failure
    }
    return {
      kind: 'service-error',
      message:
        text && !isHtml(answer)
          ? message('service.brokeWithText', { host, text })
          : message('service.broke', { host, status }),
      hint: message('service.serverProblem'),
      ...(status === 503 && { retryAt: rateLimitEnd(answer.headers, now) }),
    }
  }
  if (isHtml(answer) && noClientCertificate.test(answer.text)) return clientCertificateFailure(host)
  if (isHtml(answer) && !text) return foreignAnswerFailure(target, endpoint, answer)
  if (refusal.code === 'dpop_error') return createFailure('service.dpopRequired', { host })
  if (
    status === 401 &&
    target.isSession &&
    foreignChallenge.test(answer.headers.get('www-authenticate') ?? '')
  )
    return createFailure('service.proxyTakesHeader', { host })
  if (status === 401 && concernsRequestedObject(endpoint, refusal)) {
    return refusal.isOwn
      ? notOwnFailure(endpoint, host)
      : foreignAnswerFailure(target, endpoint, answer)
  }
  if (status === 401) return unauthorizedFailure(host, refusal)
  if (status === 403) {
    return refusal.isOwn
      ? forbiddenFailure(target, endpoint, refusal)
      : foreignAnswerFailure(target, endpoint, answer)
  }
  if (status === 404 && !isOwnNotFound(answer) && !isTaken(refusal)) {
    return foreignAnswerFailure(target, endpoint, answer)
  }
  if (status === 408 || status === 425) return serverTimeoutFailure(endpoint, host, status)
  // Some versions respond with 404 when a name is already taken.
  const effectiveStatus = status === 404 && isTaken(refusal) ? 409 : status
  const reason = text ?? message('service.refused', { host, status })
  const hint = hints[effectiveStatus]
  return {
    kind: kinds[effectiveStatus] ?? 'invalid',
    ...(status === 404 && isUnknownRoute(answer) && { reason: 'no-endpoint' as const }),
    message: reason,
    ...(hint && { hint: message(hint) }),
    fields: refusedFields(endpoint, refusal, { status, sent, text: reason }),
  }
}

/**
 * For an error that isn't in GitLab's format: it may be from a proxy that responded after GitLab processed the request.
 */
function foreignAnswerFailure(
  target: Target,
  endpoint: AnyEndpoint,
  answer: ApiResponse,
): UnformattedFailure {
  const host = instanceHost(target)
  const { status } = answer
  const content = isJson(answer)
    ? message('service.sentForeignRefusal', { host })
    : describeContent(answer, host)
  return {
    kind: 'not-the-service',
    message: taskFailed(endpoint, message('service.withStatus', { cause: content, status })),
    hint: message('service.notGitlab'),
  }
}

function isTaken({ serviceText = '', fields }: Refusal): boolean {
  return fields !== undefined || /\btaken\b/i.test(serviceText)
}

/**
 * Whether GitLab accepts no changes for now: in maintenance mode with 403 or, in newer versions, 503; with 403 on a Geo
 * secondary or a read-only database (`lib/gitlab/middleware/read_only/controller.rb`, `doc/administration/maintenance_mode`).
 */
function isReadOnlyInstance(status: number, { isOwn, serviceText = '' }: Refusal): boolean {
  if (!isOwn || (status !== 403 && status !== 503)) return false
  return readOnlyTexts.test(serviceText)
}

const readOnlyTexts =
  /\bread-only ([\w-]+ ){0,3}(instance|database|mode|site)\b|\bsecondary GitLab Geo\b|\bmaintenance mode\b/i

/**
 * Whether a read-only GitLab sent a change that isn't JSON, such as a file, to its start page. The API itself never
 * redirects there.
 */
function isReadOnlyRedirect(
  { baseUrl }: Target,
  endpoint: AnyEndpoint,
  { status, headers }: ApiResponse,
): boolean {
  if (status !== 301 || !isWrite(endpoint)) return false
  const to = URL.parse(headers.get('location') ?? '', `${baseUrl}/`)
  return to?.href === `${baseUrl}/`
}

function readOnlyInstanceFailure(host: string, text?: Text, retryAt?: number): UnformattedFailure {
  return createFailure(
    text ? 'service.readOnlyWithText' : 'service.readOnly',
    { host, text: text ?? '' },
    { retryAt },
  )
}

/** The server may have processed a write before it timed out. */
function serverTimeoutFailure(
  endpoint: AnyEndpoint,
  host: string,
  status: number,
): UnformattedFailure {
  const cause = message('service.gaveUp', { host, status })
  if (isWrite(endpoint)) return notUnderstoodError(endpoint, cause).failure
  return { kind: 'timeout', message: taskFailed(endpoint, cause), hint: message('service.slow') }
}

/** Some proxies take the standard header for their own credentials. GitLab asks for `Bearer`. */
const foreignChallenge = /^\s*(basic|digest|negotiate|ntlm)\b/i

// From nginx, which initially accepts a connection without a client certificate.
const noClientCertificate = /No required SSL certificate was sent|The SSL certificate error/

const kinds: Record<number, FailureKind> = { 404: 'not-found', 409: 'conflict', 412: 'conflict' }
/** Other statuses get no hint, because GitLab's text explains what to correct, if anything. */
const hints: Record<number, MessageId> = {
  404: 'service.mayBeRemoved',
  409: 'service.checkState',
  412: 'service.changedMeanwhile',
}

/** Whether a 401 may concern the requested object. GitLab reports an expired or revoked token explicitly. */
function concernsRequestedObject({ optional, path }: AnyEndpoint, { code }: Refusal): boolean {
  const concernsOwnToken = path.startsWith(personalAccessTokens.self.path)
  return optional === true && !concernsOwnToken && code === undefined
}

/** For a rejection that doesn't reveal whether the request's token is still valid, which `GET /user` does. */
function notOwnFailure(endpoint: AnyEndpoint, host: string): UnformattedFailure {
  return {
    kind: 'forbidden',
    message: taskFailed(endpoint, message('service.notOwn', { host })),
    hint: message('service.mayBeRemoved'),
  }
}

// lib/api/api_guard.rb: the response body differs for expired, revoked, and unknown tokens.
function unauthorizedFailure(
  host: string,
  { code, text, serviceText = '', isOwn }: Refusal,
): UnformattedFailure {
  const failure = { kind: 'unauthorized', hint: message('service.replaceToken') } as const
  if (code === 'invalid_token' && /expired/i.test(serviceText)) {
    return {
      ...failure,
      reason: 'token-expired',
      message: message('service.tokenExpired', { host }),
    }
  }
  if (code === 'invalid_token' && /revoked/i.test(serviceText)) {
    return {
      ...failure,
      hint: message('service.tokenRevokedHint'),
      reason: 'token-revoked',
      message: message('service.tokenRevoked', { host }),
    }
  }
  if (code !== undefined && text) {
    return { ...failure, message: message('service.hostSaid', { host, text }) }
  }
  return createFailure(
    'service.tokenUnknown',
    { host },
    { reason: isOwn ? 'token-unknown' : undefined },
  )
}

/** Whether GitLab itself rejects a token, unlike a gateway in front of it that rejects everything. */
export function isTokenRefusal(error: unknown): boolean {
  const reasons: readonly unknown[] = ['token-expired', 'token-revoked', 'token-unknown']
  return error instanceof FailureError && reasons.includes(error.failure.reason)
}

function forbiddenFailure(
  target: Target,
  endpoint: AnyEndpoint,
  refusal: Refusal,
): UnformattedFailure {
  const { code, text, serviceText, scopes = [] } = refusal
  const host = instanceHost(target)
  if (isScopeCode(code) && code !== 'insufficient_scope')
    return missingPermissionFailure(serviceText)
  if (code === 'insufficient_scope') {
    return createFailure(
      'service.lacksScope',
      { host, scopes: anyOf(scopes), count: scopes.length },
      { scopes: refusal.scopes },
    )
  }
  const wantsAdmin = text === undefined
  const wantsAdminForSudo = serviceText !== undefined && /must be admin/i.test(serviceText)
  // An optional endpoint may reject a specific request with the same message, as for a group's last owner.
  const wantsAdminMode = endpoint.admin && !endpoint.optional && wantsAdmin
  const mayLackScope = target.isAdmin && target.hasAdminMode !== true
  if (mayLackScope && (wantsAdminForSudo || wantsAdminMode)) {
    return createFailure(
      target.hasAdminMode === false ? 'service.lacksAdminMode' : 'service.mayLackAdminMode',
    )
  }
  // Every user may call GET /user, so a rejection there concerns the account.
  if (endpoint.path === user.get.path) {
    return createFailure(text ? 'service.accountRefusedWithText' : 'service.accountRefused', {
      host,
      text: text ?? '',
    })
  }
  // GitLab's own reason needs no guess. An administrator isn't known to lack any permission.
  if (text) return { kind: 'forbidden', message: text }
  if (target.isAdmin) return createFailure('service.refusedWithoutReason')
  return createFailure('service.notAllowed', { host })
}

/** The failure of a request if something else shows that the token has administrator rights. */
export function withoutAdminModeGuess({ failure }: FailureError): FailureError {
  const { reason, status } = failure
  return new FailureError(
    reason === 'admin-mode'
      ? { ...createFailure('service.refusedWithoutReason'), status }
      : failure,
  )
}

/** For a fine-grained token, which has permissions instead of scopes (since GitLab 19). */
function missingPermissionFailure(serviceText = ''): UnformattedFailure {
  const permission = serviceText
    .replace(/^access denied:\s*/i, '')
    .replace(/^your .*token lacks the required permissions?:?\s*/i, '')
  return createFailure(permission ? 'service.lacksNamedPermission' : 'service.lacksPermission', {
    permission: permission ? endSentence(permission) : '',
  })
}

/** Joins scopes of which any one is enough: `api or read_api`. */
function anyOf([first = '', ...others]: readonly string[]): Text {
  return others.reduce<Text>(
    (left, second) => message('app.shortcutOr', { first: left, second }),
    first,
  )
}

function redirectFailure(
  target: Target,
  { path }: AnyEndpoint,
  { headers }: ApiResponse,
): UnformattedFailure {
  const host = instanceHost(target)
  const from = new URL(target.baseUrl)
  const to = URL.parse(headers.get('location') ?? '', target.baseUrl)
  // Other URLs can't be GitLab instances, and most don't have an origin.
  if (!to || !/^https?:$/.test(to.protocol) || to.origin === from.origin)
    return redirectRefusedFailure(host)
  // The same host may just be redirecting to https; any other path there is a login page.
  const sentPath = new RegExp(`/api/v4${path.replace(/:\w+/g, '[^/]+')}$`)
  const isSamePlace = to.pathname === '/' || sentPath.test(to.pathname)
  const isUpgrade =
    from.protocol === 'http:' &&
    to.protocol === 'https:' &&
    to.hostname === from.hostname &&
    ['', from.port].includes(to.port) &&
    isSamePlace
  const folder = to.pathname === '/' ? from.pathname : to.pathname.replace(sentPath, '')
  const url = to.origin + folder.replace(/\/$/, '')
  return redirectRefusedFailure(
    host,
    to.origin,
    isUpgrade ? message('service.useHttps', { url }) : undefined,
  )
}
