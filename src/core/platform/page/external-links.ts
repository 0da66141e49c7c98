/** Some systems truncate longer links. */
const maxLength = 2048

/**
 * The URL to open in the system's browser for a link on the page; undefined for a link that must not be opened. Allows
 * https anywhere, and the origins of signed-in instances, which may use plain http on this computer.
 *
 * Returns the URL as parsed, so no other program parses it differently: hosts are in ASCII, where a look-alike is
 * `xn--…`, and spaces and quotation marks are encoded.
 */
export function checkExternalLink(link: string, instances: readonly string[]): string | undefined {
  const url = link.length <= maxLength ? URL.parse(link) : null
  // guard: link-credentials
  if (!url || url.username || url.password) return undefined
  // guard: outside
  const isOpened =
    url.protocol === 'https:' ||
    (url.protocol === 'http:' &&
      instances.some((instance) => new URL(instance).origin === url.origin))
  // guard: link-as-parsed
  return isOpened ? url.href : undefined
}
