import { type Message, message } from '../../shared/messages/message.ts'
import { FailureError } from '../infra/failure.ts'

export interface BaseUrl {
  /** With scheme, port and subfolder; without a trailing slash and without `/api/v4`. */
  baseUrl: string
  /** True where a token could travel unencrypted to another machine. */
  needsHttpConsent: boolean
}

/** The URL of an instance as it was typed or pasted. Throws a failure that says what is wrong with it. */
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
    baseUrl: `${origin}${instanceFolder(url.pathname)}`,
    // guard: http-consent
    needsHttpConsent: protocol === 'http:' && !isLoopbackAddress(hostname),
  }
}

/** The folder of the instance, whatever page or endpoint was pasted. */
function instanceFolder(path: string): string {
  return path
    .replace(/\/{2,}/g, '/')
    .replace(/\/(?:api\/v4|users|dashboard|explore|admin|help|profile|-)(?:\/.*)?$/, '')
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

/** Whether a host is meant to be this computer. A file or a name server decides where a name really leads. */
export function isLoopback(hostname: string): boolean {
  return isLoopbackAddress(hostname) || /(^|\.)localhost$/.test(hostname)
}

/** Whether a host, as the URL parser writes it, can only be this computer. */
function isLoopbackAddress(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** As people type it: without a scheme, or with a slip in it. */
function withScheme(text: string): string {
  const repaired = text.replace(/^(https?)(?::\/*|\/\/+)/i, '$1://')
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(repaired)) return repaired
  const plain = URL.parse(`http://${text}`)
  return plain && isLoopback(plain.hostname) ? plain.href : `https://${text}`
}

const label = '(?!-)[a-z\\d_-]{1,63}(?<!-)'
const hostName = new RegExp(`^(?:${label}\\.)*${label}\\.?$`)
const ipv4 = /^\d+(?:\.\d+){3}$/

/** Whether this is the name or number of a host; the URL parser itself takes “ht!tp”, and a number for an address. */
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
