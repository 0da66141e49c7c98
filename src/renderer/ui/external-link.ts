/**
 * Decides whether a text from GitLab may become a link: any https URL, or a page of the account’s own instance.
 *
 * Everything else (`javascript:`, `data:`, `file:`, plain http to other hosts, a URL with a password) remains text.
 */
export function linkTarget(href: string, instance?: string): string | undefined {
  const url = URL.parse(href.trim())
  if (!url || url.username || url.password) return undefined
  if (url.protocol === 'https:') return url.href
  const instanceUrl = instance === undefined ? null : URL.parse(instance)
  return instanceUrl && url.protocol === 'http:' && url.origin === instanceUrl.origin
    ? url.href
    : undefined
}

/**
 * The host of a link to another site, unless its text starts with it: “Page on the web” doesn’t reveal the target, and
 * a text can look like a different URL.
 */
export function hostToShow(target: string, text: string, instance?: string): string | undefined {
  const { origin, host } = new URL(target)
  if (instance !== undefined && URL.parse(instance)?.origin === origin) return undefined
  const rest = text.startsWith(origin) ? text.slice(origin.length) : undefined
  // guard: link-host-in-page
  return rest !== undefined && /^([/?#]|$)/.test(rest) ? undefined : host
}
