import { type Message, message } from '../../shared/messages/message.ts'
import { FailureError } from '../infra/failure.ts'

export interface BaseUrl {
  /** With scheme, port and subfolder; without a trailing slash and without `/api/v4`. */
  baseUrl: string
  /** True if a token would be sent unencrypted to another computer. */
  needsHttpConsent: boolean
}

/** Normalizes the URL of an instance as it was typed or pasted. Throws a failure that says what is wrong. */
export function normalizeBaseUrl(typed: string): BaseUrl {
  const text = typed.trim()
  if (text === '') throw invalidUrlError(message('network.enterUrl'), message('validation.empty'))
  const url = URL.parse(withScheme(text))
  if (url?.username || url?.password) {
    throw invalidUrlError(
      message('network.credentialsInUrl'),
      message('network.credentialsInUrlField'),
    )
  }
  if (!url || /\s|^\/(?!\/)/.test(text) || !isHost(url.hostname, text) || url.port === '0') {
    throw invalidUrlError(
      message('network.noUrl', { text: text.replace(/[^/@]*@/, '') }),
      message('network.noUrlField'),
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidUrlError(
      message('network.noWebAddress', { text }),
      message('network.useHttpsField'),
    )
  }
  const { protocol, port } = url
  const hostname = url.hostname.replace(/\.$/, '')
  const origin = `${protocol}//${hostname}${port && `:${port}`}`
  return {
    baseUrl: `${origin}${hostname === 'gitlab.com' ? '' : instanceFolder(url.pathname)}`,
    // guard: http-consent
    needsHttpConsent: protocol === 'http:' && !isLoopbackAddress(hostname),
  }
}

/** Pages that no group or project has. */
const instancePage = /\/(?:api\/v4|users|groups|dashboard|explore|admin|help|profile)(?:\/.*)?$/
/** A page of a project, such as `/group/project/-/issues`, unless it is one of a person in a subfolder. */
const projectPage = /^(?:\/[^/]+){2,}\/-\/(?!(?:user_settings|profile)(?:\/|$)).*$/
const otherPage = /\/-(?:\/.*)?$/

/** The folder of the instance, whatever page or endpoint was pasted. */
function instanceFolder(path: string): string {
  return path
    .replace(/\/{2,}/g, '/')
    .replace(instancePage, '')
    .replace(projectPage, '')
    .replace(otherPage, '')
    .replace(/\/+$/, '')
}

/** The page of an instance that creates personal access tokens, with name and scopes filled in. */
export function tokenPage(baseUrl: string, admin: boolean): string {
  const query = new URLSearchParams({
    name: 'Latchkey',
    scopes: admin ? 'api,admin_mode' : 'api',
  })
  return `${baseUrl}/-/user_settings/personal_access_tokens?${query}`
}

/** Whether a host is meant to be this computer. A name may resolve to another one. */
export function isLoopback(hostname: string): boolean {
  return isLoopbackAddress(hostname) || /(^|\.)localhost$/.test(hostname)
}

/** Whether a host, as the URL parser writes it, can only be this computer. */
function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Adds a missing scheme, and repairs a mistyped one. */
function withScheme(text: string): string {
  const repaired = text.replace(/^(https?)(?::\/*|\/\/+)/i, '$1://')
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(repaired)) return repaired
  const plain = URL.parse(`http://${text}`)
  return plain && isLoopback(plain.hostname) ? plain.href : `https://${text}`
}

const label = '(?!-)[a-z\\d_-]{1,63}(?<!-)'
const hostName = new RegExp(`^(?:${label}\\.)*${label}\\.?$`)
const ipv4 = /^\d+(?:\.\d+){3}$/

/** Whether a host is valid; the URL parser accepts “ht!tp”, and numbers as addresses. */
function isHost(hostname: string, text: string): boolean {
  if (hostname.startsWith('[')) return true
  if (ipv4.test(hostname)) return text.includes(hostname)
  return hostname.length <= 253 && hostName.test(hostname) && !/^https?$/.test(hostname)
}

function invalidUrlError(problem: Message, fieldProblem: Message): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: problem,
    hint: message('network.copyUrl'),
    fields: { baseUrl: [fieldProblem] },
  })
}
