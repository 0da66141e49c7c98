import { invalidInputError } from '../failures.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'

export interface BaseUrl {
  /** With scheme, port, and subpath; without a trailing slash and without `/api/v4`. */
  baseUrl: string
  /** True if a token would be sent unencrypted to another computer. */
  needsHttpConsent: boolean
  /** Other URLs the instance may have if its subpath is named like a GitLab page; shortest first. */
  alternatives: string[]
}

/** Normalizes a typed or pasted GitLab URL. Throws a failure that explains what is wrong with it. */
export function normalizeBaseUrl(typed: string): BaseUrl {
  const text = typed.trim()
  if (text === '') throw invalidUrlError(message('validation.empty'), message('signIn.urlMissing'))
  const url = URL.parse(withScheme(text))
  if (url?.username || url?.password) {
    throw invalidUrlError(message('network.credentialsInUrlField'))
  }
  if (!url || /\s|^\/(?!\/)/.test(text) || !isHost(url.hostname, text) || url.port === '0') {
    throw invalidUrlError(message('network.noUrlField'))
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidUrlError(message('network.useHttpsField'))
  }
  const { protocol, port } = url
  const hostname = url.hostname.replace(/\.$/, '')
  const origin = `${protocol}//${hostname}${port && `:${port}`}`
  const [folder = '', ...longer] = hostname === 'gitlab.com' ? [] : instanceFolders(url.pathname)
  return {
    baseUrl: `${origin}${folder}`,
    alternatives: longer.map((path) => `${origin}${path}`),
    // guard: http-consent
    needsHttpConsent: protocol === 'http:' && !isLoopbackAddress(hostname),
  }
}

/** Matches endpoints, and instance pages whose names groups and projects can't use. */
const instancePage = /\/(?:users|groups|dashboard|explore|admin|help|profile)(?=\/|$)/g
const endpoint = /\/api\/v4(?:\/.*)?$/
/** Matches a project page, such as `/group/project/-/issues`, except user pages of an instance under a subpath. */
const projectPage = /^(?:\/[^/]+){2,}\/-\/(?!(?:user_settings|profile)(?:\/|$))/
const otherPage = /\/-(?:\/.*)?$/

/** The subpaths an instance may have, judging by any pasted page or endpoint; shortest first. */
function instanceFolders(typedPath: string): string[] {
  const path = typedPath.replace(/\/{2,}/g, '/').replace(/\/+$/, '')
  const folder = path.replace(otherPage, '').replace(endpoint, '')
  const cuts = [...folder.matchAll(instancePage)].map(({ index }) => folder.slice(0, index))
  const entireFolder = projectPage.test(path) ? '' : folder
  return [...new Set([...cuts, entireFolder])].toSorted((a, b) => a.length - b.length).slice(0, 4)
}

/** An instance's page for creating a personal access token, with the name and scopes filled in. */
export function tokenPage(baseUrl: string, admin: boolean): string {
  const query = new URLSearchParams({
    name: 'Latchkey',
    scopes: admin ? 'api,admin_mode' : 'api',
  })
  return `${baseUrl}/-/user_settings/personal_access_tokens?${query}`
}

/** Whether a host is supposed to be this computer. The name may still resolve to another one. */
export function isLoopback(hostname: string): boolean {
  return isLoopbackAddress(hostname) || /(^|\.)localhost$/.test(hostname)
}

/** Whether a host, as formatted by the URL parser, can only be this computer. */
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

/** Whether a host is valid. The URL parser also accepts “ht!tp”, and numbers as addresses. */
function isHost(hostname: string, text: string): boolean {
  if (hostname.startsWith('[')) return true
  if (ipv4.test(hostname)) return text.includes(hostname)
  return hostname.length <= 253 && hostName.test(hostname) && !/^https?$/.test(hostname)
}

function invalidUrlError(
  problem: Message,
  text = message('validation.failed', { field: message('signIn.url'), problem }),
): FailureError {
  return invalidInputError(text, { hint: message('network.copyUrl'), field: 'baseUrl' })
}
