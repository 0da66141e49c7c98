/**
 * The full path of a group, from its path or the address of one of its pages. Undefined for an address on another
 * instance.
 */
export function groupPath(typed: string, baseUrl: string): string | undefined {
  const text = typed.trim()
  const url = /^https?:/i.test(text) ? URL.parse(text) : undefined
  if (url === null) return undefined
  const base = new URL(baseUrl)
  const folder = base.pathname.replace(/\/$/, '')
  if (url && (url.origin !== base.origin || !url.pathname.startsWith(`${folder}/`)))
    return undefined
  const path = url ? decodeURI(url.pathname.slice(folder.length)) : text
  const [group = ''] = path.replace(/^\/+(groups\/)?/, '').split('/-/')
  return group.replace(/\/+$/, '') || undefined
}
