/** Some systems truncate longer links. */
const maxLength = 2048

/**
 * The URL to open in the system's browser for a link on the page; undefined for a link that must not be opened. Allows
 * https anywhere, the origins of signed-in instances, which may use plain http on this computer, and new emails.
 *
 * Returns the URL as parsed, so no other program parses it differently: hosts are in ASCII, where a look-alike is
 * `xn--…`, and spaces and quotation marks are encoded.
 */
export function checkExternalLink(link: string, instances: readonly string[]): string | undefined {
  const url = link.length <= maxLength ? URL.parse(link) : null
  // guard: link-credentials
  if (!url || url.username || url.password) return undefined
  if (url.protocol === 'mailto:') return checkEmailLink(url)
  // guard: outside
  const isOpened =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' &&
      instances.some((instance) => new URL(instance).origin === url.origin))
  // guard: link-as-parsed
  return isOpened ? url.href : undefined
}

/** An address without characters that mean something to a shell or a list of recipients. */
const plainAddress = /^(?:[\w.+-]|%27)+@[\w-]+(?:\.[\w-]+)+$/
const emailFields: readonly string[] = ['subject', 'body']

/**
 * Rebuilds a link to a new email: to one address, with at most a subject and a text. Other fields could attach files or
 * add recipients, and a line break in the subject could add fields.
 */
function checkEmailLink({ pathname, searchParams }: URL): string | undefined {
  const fields = [...searchParams]
  const names = fields.map(([name]) => name)
  const areKnown =
    names.every((name) => emailFields.includes(name)) && new Set(names).size === names.length
  // guard: email-fields
  if (!areKnown) return undefined
  // guard: email-address
  if (!plainAddress.test(pathname)) return undefined
  // guard: email-subject
  if (/\p{Cc}/u.test(searchParams.get('subject') ?? '')) return undefined
  const query = fields.map(([name, text]) => `${name}=${encodeText(text)}`).join('&')
  return `mailto:${pathname}${query && `?${query}`}`
}

const encodeText = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')
