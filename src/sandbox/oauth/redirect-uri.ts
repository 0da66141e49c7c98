/**
 * Whether an application may redirect to this URI. The port is ignored for literal loopback addresses (RFC 8252, 7.3);
 * everything else must be equal.
 */
export function isRegisteredRedirect(registered: string, uri: string): boolean {
  // The port may be out of range.
  if (!URL.canParse(uri)) return false
  return registered.split(/\s+/).some((line) => line === uri || isSameLoopback(line, uri))
}

function isSameLoopback(registered: string, uri: string): boolean {
  const [a, b] = [withoutLoopbackPort(registered), withoutLoopbackPort(uri)]
  return a !== undefined && a === b
}

/** Undefined if the host isn't a loopback address. `localhost` isn't one. */
function withoutLoopbackPort(uri: string): string | undefined {
  const [, host, rest] =
    /^(https?:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/.exec(uri) ?? []
  return host === undefined ? undefined : `${host} ${rest}`
}

/** The URI with additional parameters. Empty ones are omitted. */
export function redirectLocation(uri: string, parameters: Record<string, string>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.set(name, value)
  }
  return url.href
}
