/**
 * Decides whether text from GitLab may become a link. Allows https URLs and pages on the account’s own instance.
 *
 * Everything else stays text: `javascript:`, `data:`, `file:`, plain http to other hosts, and URLs with a password.
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
 * The host of a link to another site, unless the link text starts with it. Text such as “Page on the web” doesn’t
 * reveal the target, and other text can look like a different URL.
 */
export function hostToShow(target: string, text: string, instance?: string): string | undefined {
  const { origin, host } = new URL(target)
  if (instance !== undefined && URL.parse(instance)?.origin === origin) return undefined
  const rest = text.startsWith(origin) ? text.slice(origin.length) : undefined
  // guard: link-host-in-page
  return rest !== undefined && /^([/?#]|$)/.test(rest) ? undefined : host
}

/** Opens an allowed URL in the system’s browser. */
export function openInBrowser(href: string): void {
  const rel = 'noopener noreferrer'
  Object.assign(document.createElement('a'), { href, target: '_blank', rel }).click()
}
