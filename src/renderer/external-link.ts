/**
 * Decides whether a text that came from a service may become a link: https anywhere, or the account's own instance.
 *
 * Everything else (`javascript:`, `data:`, `file:`, plain http elsewhere, an address with a password in it) stays text.
 */
export function linkTarget(href: string, instance?: string): string | undefined {
  const url = URL.parse(href.trim())
  if (!url || url.username || url.password) return undefined
  if (url.protocol === 'https:') return url.href
  const own = instance === undefined ? null : URL.parse(instance)
  return own && url.protocol === 'http:' && url.origin === own.origin ? url.href : undefined
}
