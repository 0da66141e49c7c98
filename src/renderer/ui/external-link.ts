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

/**
 * The host of a link that leads off the instance, where its text does not begin with it: “Page on the web” says nothing of where it
 * leads, and a text can look like an address that it is not.
 */
export function hostToShow(target: string, text: string, instance?: string): string | undefined {
  const { origin, host } = new URL(target)
  if (instance !== undefined && URL.parse(instance)?.origin === origin) return undefined
  const rest = text.startsWith(origin) ? text.slice(origin.length) : undefined
  // guard: link-host-in-page
  return rest !== undefined && /^([/?#]|$)/.test(rest) ? undefined : host
}
