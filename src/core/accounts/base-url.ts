import { FailureError } from '../../shared/failure.ts'

export interface BaseUrl {
  /** With scheme, port and subfolder; without a trailing slash and without `/api/v4`. */
  baseUrl: string
  /** True where a token would travel unencrypted to another machine. */
  needsHttpConsent: boolean
}

/** Makes of what a person typed or pasted the address of an instance, or says what is wrong with it. */
export function normalizeBaseUrl(typed: string): BaseUrl {
  const text = typed.trim()
  if (text === '') throw invalid('Type the address of your instance.', 'cannot be empty')
  const mended = text.replace(/^(https?):\/*/i, '$1://')
  const url = parse(/^[a-z][a-z\d+.-]*:\/\//i.test(mended) ? mended : withScheme(mended))
  if (!url || url.hostname === '') {
    throw invalid(
      `“${text}” is no address.`,
      'is no address; it looks like https://gitlab.example.com',
    )
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalid(`“${url.protocol}” is no way to reach an instance.`, 'must begin with https://')
  }
  if (url.username || url.password) {
    throw invalid(
      'The address holds a user name or password.',
      'must not hold a user name or password',
    )
  }
  // Whatever page or endpoint was pasted, the instance lives above it.
  const folder = url.pathname
    .replace(/\/(?:api\/v4|users\/sign_in|-)(?:\/.*)?$/, '')
    .replace(/\/+$/, '')
  return {
    baseUrl: `${url.origin}${folder}`,
    needsHttpConsent: url.protocol === 'http:' && !isLoopback(url.hostname),
  }
}

/** The page of an instance that makes personal access tokens, with name and scopes filled in. */
export function tokenPage(baseUrl: string, admin: boolean): string {
  const query = new URLSearchParams({
    name: 'Latchkey',
    scopes: admin ? 'api,admin_mode' : 'api',
  })
  return `${baseUrl}/-/user_settings/personal_access_tokens?${query}`
}

/** Whether a host is this machine, where plain http stays inside. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /(^|\.)localhost$/.test(hostname) ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

function withScheme(text: string): string {
  const plain = parse(`http://${text}`)
  return plain && isLoopback(plain.hostname) ? plain.href : `https://${text}`
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function invalid(message: string, says: string): FailureError {
  return new FailureError({
    kind: 'invalid',
    message,
    hint: 'It is what you see in the browser, for example https://gitlab.example.com.',
    fields: { baseUrl: [says] },
  })
}
