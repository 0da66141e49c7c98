/**
 * Whether a link of the page may be opened in the system's browser: https anywhere, and the own origin of a signed-in
 * instance, which may be plain http on this machine.
 */
export function mayOpenOutside(link: string, instances: readonly string[]): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, origin, username, password } = new URL(link)
  if (username || password) return false
  if (protocol === 'https:') return true
  return protocol === 'http:' && instances.some((instance) => new URL(instance).origin === origin)
}
