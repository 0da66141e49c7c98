import { FailureError, type Failure, type FailureKind } from '../../shared/failure.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { user } from '../../shared/service/current-user.ts'
import { type Answer, described, isHtml, jsonOf, notUnderstood } from './answer.ts'
import { wantsClientCertificate } from '../network/tls-failures.ts'
import { refusedRedirect } from './network-failure.ts'
import { rateLimitEnd } from './retry.ts'
import type { Target } from './service-client.ts'
import { fieldWords, hostOf, isWrite, sentence } from './words.ts'

/** Turns an answer whose status is no success of its row into a failure. */
export function failureOfAnswer(
  target: Target,
  row: AnyEndpoint,
  answer: Answer,
  now: number,
): FailureError {
  const { status } = answer
  if (status >= 300 && status < 400 && status !== 304) {
    const to = redirectHost(target, answer)
    const isSame = to === new URL(target.baseUrl).origin
    return new FailureError({ ...refusedRedirect(hostOf(target), isSame ? undefined : to), status })
  }
  if (status < 400) {
    const expected = row.status.join(' or ')
    return notUnderstood(
      row,
      `${hostOf(target)} answered ${status} where ${expected} was expected`,
      status,
    )
  }
  const said = saidBy(answer)
  return new FailureError({ ...failureOfStatus(target, row, answer, said, now), status })
}

/** What an error body says, whichever of its many shapes it has. */
interface Said {
  text?: string
  fields?: Record<string, string[]>
  /** `error` of the OAuth-style shape, for example `invalid_token`. */
  code?: string
  scopes?: string[]
}

function failureOfStatus(
  target: Target,
  row: AnyEndpoint,
  answer: Answer,
  said: Said,
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
      return notUnderstood(row, `${host} lost the connection behind it (${status})`).failure
    }
    return {
      kind: 'service-error',
      message: text && !isHtml(answer) ? `${host} failed: ${text}` : `${host} failed (${status}).`,
      hint: 'The service has a problem of its own. Try again later.',
    }
  }
  if (isHtml(answer) && noClientCertificate.test(answer.text)) return wantsClientCertificate(host)
  if (isHtml(answer) && !said.text) {
    return {
      kind: 'not-the-service',
      message: `${host} answered with ${described(answer)} (${status}).`,
      hint: 'Check the address, and whether a proxy or a login page stands in between.',
    }
  }
  if (status === 401) return unauthorized(host, said)
  if (status === 403) return forbidden(target, row, said)
  return {
    kind: kinds[status] ?? 'invalid',
    message: text || `${host} refused this (${status}).`,
    hint: hints[status] ?? 'Correct it and try again.',
    fields: said.fields,
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
function unauthorized(host: string, { code, text = '' }: Said): Failure {
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

function forbidden(target: Target, row: AnyEndpoint, { code, text, scopes }: Said): Failure {
  const host = hostOf(target)
  if (code === 'insufficient_scope') {
    return {
      kind: 'forbidden',
      reason: 'insufficient-scope',
      message: `The token for ${host} may not do this: it needs ${scopes?.length ? `the scope ${scopes.join(' or ')}` : 'more scopes'}.`,
      hint: 'Make a token with that scope and replace this one.',
      scopes,
    }
  }
  const wantsAdmin = text === undefined || /^forbidden$/i.test(text)
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

function saidBy(answer: Answer): Said {
  const body = jsonOf(answer)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  const { message, error, error_description: description, scope } = body as Record<string, unknown>
  if (message !== undefined) return saidByMessage(message)
  if (typeof error !== 'string') return {}
  if (typeof description === 'string' || error === 'insufficient_scope') {
    const scopes = typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : undefined
    return { code: error, text: typeof description === 'string' ? description : undefined, scopes }
  }
  return { text: withoutStatus(error), fields: fieldsOfGrape(error) }
}

function saidByMessage(message: unknown): Said {
  if (typeof message === 'string') return { text: withoutStatus(message) }
  if (Array.isArray(message)) return { text: message.map(textOf).join(', ') }
  if (typeof message !== 'object' || message === null) return { text: String(message) }
  const { error } = message as { error?: unknown }
  if (typeof error === 'string') return { text: error }
  const fields = flattened(message as Record<string, unknown>)
  const texts = Object.entries(fields).flatMap(([name, says]) =>
    says.map((say) => `${fieldWords(name)} ${say}`),
  )
  return { text: texts.join('; ') || undefined, fields }
}

/** Field maps may nest one level; `{a: {b: ["x"]}}` becomes `a.b`. */
function flattened(map: Record<string, unknown>, prefix = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, value]): [string, string[]][] => {
      const name = prefix + key
      if (Array.isArray(value)) return [[name, value.map(textOf)]]
      if (typeof value === 'object' && value !== null && !prefix) {
        return Object.entries(flattened(value as Record<string, unknown>, `${name}.`))
      }
      return [[name, [textOf(value)]]]
    }),
  )
}

/** `name is missing, scopes is missing`, as the service's parameter check says it. */
function fieldsOfGrape(text: string): Record<string, string[]> | undefined {
  // A map, because a name may be one that every object has.
  const fields = new Map<string, string[]>()
  for (const part of text.split(', ')) {
    const [, name, says] =
      /^(\S+) (is missing|is empty|is invalid|does not have a valid value)$/.exec(part) ?? []
    if (!name || !says) return undefined
    fields.set(name, [...(fields.get(name) ?? []), says])
  }
  return Object.fromEntries(fields)
}

/** An object of somebody else's may have a `toString` of its own, which is none. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `403 Forbidden - reason` becomes `reason`, `404 User Not Found` becomes `User Not Found`. */
function withoutStatus(text: string): string {
  return text.replace(/^\d{3} (?:[A-Z][\w ]*? - )?/, '')
}

function redirectHost(target: Target, { headers }: Answer): string | undefined {
  try {
    return new URL(headers.get('location') ?? '', target.baseUrl).origin
  } catch {
    return undefined
  }
}
