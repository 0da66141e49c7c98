import { FailureError, type Failure } from '../infra/failure.ts'
import { type FailureKind } from '../../shared/failure.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { user } from '../../shared/service/current-user.ts'
import { type Answer, described, isHtml, notUnderstood, isJson } from './answer.ts'
import { wantsClientCertificate } from '../network/tls-failures.ts'
import { refusedRedirect } from './network-failure.ts'
import { type Refusal, type Sent, isOwnNotFound, isScopeCode, refusalOf } from './refusal.ts'
import { rateLimitEnd } from './retry.ts'
import type { Target } from './service-client.ts'
import { taskOf } from './tasks.ts'
import { hostOf, isWrite, sentence } from './words.ts'

/** Turns an answer whose status is no success of its row into a failure; `sent` are the fields of the request. */
export function failureOfAnswer(
  target: Target,
  row: AnyEndpoint,
  answer: Answer,
  now: number,
  sent?: Sent,
): FailureError {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) {
    const to = redirectHost(target, answer)
    const isSame = to === new URL(target.baseUrl).origin
    return new FailureError({ ...refusedRedirect(hostOf(target), isSame ? undefined : to), status })
  }
  if (status < 400) {
    return notUnderstood(target, row, `sent an unexpected answer (${status})`, status)
  }
  const said = refusalOf(answer, sent)
  const failure = failureOfStatus(target, row, answer, said, now)
  return new FailureError({ ...failure, status, serviceText: said.serviceText })
}

function failureOfStatus(
  target: Target,
  row: AnyEndpoint,
  answer: Answer,
  said: Refusal,
  now: number,
): Failure {
  const { status } = answer
  const host = hostOf(target)
  const text = said.text?.trim() ? sentence(said.text) : undefined
  if (status === 429) {
    const retryAt = rateLimitEnd(answer.headers, now)
    return {
      kind: 'rate-limited',
      message: `${host} was asked too often and wants a pause.`,
      hint: 'Wait a little, then try again.',
      retryAt,
    }
  }
  if (status >= 500) {
    // A gateway that lost its server cannot tell whether the server did it.
    if (isWrite(row) && (status === 502 || status === 504)) {
      return notUnderstood(target, row, `lost the connection behind it (${status})`).failure
    }
    return {
      kind: 'service-error',
      message: text && !isHtml(answer) ? `${host} failed: ${text}` : `${host} failed (${status}).`,
      hint: 'The service has a problem of its own. Try again later.',
    }
  }
  if (isHtml(answer) && noClientCertificate.test(answer.text)) return wantsClientCertificate(host)
  if (isHtml(answer) && !said.text) {
    return notOfTheService(target, row, answer)
  }
  if (status === 401) return unauthorized(host, said)
  if (status === 403) {
    return said.isOwn ? forbidden(target, row, said) : notOfTheService(target, row, answer)
  }
  if (status === 404 && !isOwnNotFound(answer) && !isTaken(said)) {
    return notOfTheService(target, row, answer)
  }
  if (status === 408 || status === 425) return gaveUp(target, row, status)
  // Some versions answer 404 where something is taken already.
  const meant = status === 404 && isTaken(said) ? 409 : status
  return {
    kind: kinds[meant] ?? 'invalid',
    message: text || `${host} refused this (${status}).`,
    hint: hints[meant] ?? 'Correct it and try again.',
    fields: said.fields,
  }
}

/** The service refuses in JSON of its own; whoever else answered may have done so after the service had done what was asked. */
function notOfTheService(target: Target, row: AnyEndpoint, answer: Answer): Failure {
  const what = isJson(answer) ? 'sent a refusal that is not GitLab’s' : `sent ${described(answer)}`
  return {
    kind: 'not-the-service',
    message: `Couldn’t ${taskOf(row)}: ${hostOf(target)} ${what} (${answer.status}).`,
    hint: 'Check the GitLab URL, and whether a proxy or a login page is in between.',
  }
}

function isTaken({ text, fields }: Refusal): boolean {
  return fields !== undefined || /\btaken\b/i.test(text ?? '')
}

/** Nobody can tell whether a request that was given up was done before. */
function gaveUp(target: Target, row: AnyEndpoint, status: number): Failure {
  if (isWrite(row)) return notUnderstood(target, row, `gave up (${status})`).failure
  return {
    kind: 'timeout',
    message: `Couldn’t ${taskOf(row)}: ${hostOf(target)} gave up (${status}).`,
    hint: 'Try again later; the service is overloaded or the connection is poor.',
  }
}

// As nginx says it, which lets everybody connect first.
const noClientCertificate = /No required SSL certificate was sent|The SSL certificate error/

const kinds: Record<number, FailureKind> = { 404: 'not-found', 409: 'conflict', 412: 'conflict' }
const hints: Record<number, string> = {
  404: 'It may have been removed meanwhile; read it again.',
  409: 'Look at what is there now, then decide.',
  412: 'It was changed meanwhile; read it again, then decide.',
}

// lib/api/api_guard.rb: an expired, a revoked and an unknown token have different bodies.
function unauthorized(host: string, { code, text = '' }: Refusal): Failure {
  const failure = {
    kind: 'unauthorized',
    hint: 'Make a new token there and replace this one.',
  } as const
  if (code === 'invalid_token' && /expired/i.test(text)) {
    return { ...failure, reason: 'token-expired', message: `The token for ${host} has expired.` }
  }
  if (code === 'invalid_token' && /revoked/i.test(text)) {
    return { ...failure, reason: 'token-revoked', message: `The token for ${host} was revoked.` }
  }
  if (code !== undefined && text) return { ...failure, message: `${host} said: ${sentence(text)}` }
  return {
    kind: 'unauthorized',
    reason: 'token-unknown',
    message: `${host} does not know this token.`,
    hint: 'Check that the whole token was copied and that it is for this instance, or make a new one.',
  }
}

function forbidden(target: Target, row: AnyEndpoint, { code, text, scopes }: Refusal): Failure {
  const host = hostOf(target)
  if (isScopeCode(code) && code !== 'insufficient_scope') return lacksPermission(text)
  if (code === 'insufficient_scope') {
    return {
      kind: 'forbidden',
      reason: 'insufficient-scope',
      message: `The token for ${host} may not do this: it needs ${scopes?.length ? `the scope ${scopes.join(' or ')}` : 'more scopes'}.`,
      hint: 'Make a token with that scope and replace this one.',
      scopes,
    }
  }
  const wantsAdmin = text === undefined
  const wantsAdminForSudo = text !== undefined && /must be admin/i.test(text)
  if (target.isAdmin && (wantsAdminForSudo || (row.admin && wantsAdmin))) {
    return {
      kind: 'forbidden',
      reason: 'admin-mode',
      message: `${host} wants Admin Mode for this, although this account is an administrator.`,
      hint: 'Make a token that has the scope admin_mode too, and replace this one.',
      scopes: ['admin_mode'],
    }
  }
  // Everybody may read themselves, so a refusal there is about the account, not about a right.
  if (row.path === user.get.path) {
    return {
      kind: 'forbidden',
      reason: 'account-unusable',
      message: `${host} does not let this account in${text ? `: ${sentence(text)}` : '.'}`,
      hint: 'Sign in there in a browser, or ask its administrator.',
    }
  }
  return {
    kind: 'forbidden',
    message: text ? sentence(text) : `${host} does not allow this.`,
    hint: 'This account may not do it.',
  }
}

/** Of a fine-grained token, which has permissions in place of scopes (from GitLab 19). */
function lacksPermission(text: string | undefined): Failure {
  const which = text
    ?.replace(/^access denied:\s*/i, '')
    .replace(/^your .*token lacks the required permissions?:?\s*/i, '')
  return {
    kind: 'forbidden',
    reason: 'insufficient-scope',
    message: which
      ? sentence(`This token lacks a permission: ${which}`)
      : 'This token lacks a permission.',
    hint: 'Give the token that permission in GitLab, or replace it with one that has it.',
  }
}

function redirectHost(target: Target, { headers }: Answer): string | undefined {
  try {
    const { protocol, origin } = new URL(headers.get('location') ?? '', target.baseUrl)
    // No other address can be that of a service, and most have no origin.
    return /^https?:$/.test(protocol) ? origin : undefined
  } catch {
    return undefined
  }
}
