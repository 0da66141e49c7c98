import { normalizeBaseUrl } from '../platform/network/base-url.ts'

/** What a sign-in link fills in. */
export interface SignInLink {
  /** The instance's URL, as given. */
  instance: string
  /** The ID of an application on that instance. */
  clientId: string
}

const linkStart = /^latchkey:\/\/sign-in\/?\?/i
/** GitLab's IDs have 64 hexadecimal digits. */
const clientIdPattern = /^[\w-]{1,200}$/
const maxLength = 600

/**
 * Parses `latchkey://sign-in?instance=https://gitlab.example.org&client=4f2a…`, with which an administrator hands out an
 * instance's application. Anyone can create such a link, so it only fills in the form. Undefined for any other text.
 */
export function parseSignInLink(text: string): SignInLink | undefined {
  const link = text.trim()
  if (link.length > maxLength || !linkStart.test(link)) return undefined
  const values = new URLSearchParams(link.replace(linkStart, ''))
  const [instance, ...otherInstances] = values.getAll('instance')
  const [clientId, ...otherClients] = values.getAll('client')
  // guard: sign-in-link
  if (otherInstances.length > 0 || otherClients.length > 0) return undefined
  if (!instance || !isUrl(instance) || !isClientId(clientId)) return undefined
  return { instance, clientId }
}

export function isClientId(text: string | undefined): text is string {
  return text !== undefined && clientIdPattern.test(text)
}

function isUrl(text: string): boolean {
  try {
    normalizeBaseUrl(text)
    return true
  } catch {
    return false
  }
}
