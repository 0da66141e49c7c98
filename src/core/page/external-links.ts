/** Longest link that is opened; some systems cut longer ones off in the middle. */
const maxLength = 2048

/**
 * The address to hand to the system's browser for a link of the page; undefined for a link that is not opened: only https
 * anywhere, and the own origin of a signed-in instance, which may be plain http on this machine.
 *
 * It is the address as the parser understood it, so that nothing else reads the same text in another way: names of hosts are
 * in ASCII, where a look-alike shows as `xn--…`, and neither spaces nor quotation marks are left as they were.
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
