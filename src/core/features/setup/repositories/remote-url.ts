/** The parts of a remote URL. */
export interface RemoteUrl {
  /** For display, without anything that may be secret. */
  shown: string
  /** Whether git would use ssh. */
  isSsh: boolean
  /** Absent for a folder or an invalid host. */
  host?: string
  user?: string
  port?: number
  /** The remaining path, without a leading slash. */
  path: string
}

/**
 * Hosts and users that are safe to pass to ssh: only text that neither ssh nor a shell command in the user's
 * configuration could interpret differently.
 */
const safeName = /^[A-Za-z0-9._:][A-Za-z0-9._:-]*$/

/** Parses a URL like git (git-fetch(1), “GIT URLs”); accepts any text. */
export function parseRemoteUrl(url: string): RemoteUrl {
  const text = url.slice(0, 2048)
  const [, scheme, authority = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^]*)$/i.exec(text) ?? []
  if (scheme !== undefined) {
    const [, credentials, host = '', port] =
      /^(?:([^]*)@)?(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(authority) ?? []
    const isSsh = /^(ssh|git\+ssh|ssh\+git)$/i.test(scheme)
    const user = credentials?.split(':')[0]
    const shownUser = isSsh && isShown(user) ? `${user}@` : ''
    return {
      // The query may contain a token too.
      shown: `${scheme}://${shownUser}${authority.replace(/^[^]*@/, '')}${rest.replace(/[?#][^]*/, '')}`,
      isSsh,
      ...(/^file$/i.test(scheme) ? {} : safeHostAndUser(host.replace(/^\[(.*)\]$/, '$1'), user)),
      ...(port !== undefined && { port: Number(port) }),
      path: rest.replace(/^\/+/, ''),
    }
  }
  // `host:path`, except for a Windows path or one with a slash before the colon.
  const [, credentials, host, path = ''] =
    /^(?:([^/@]*)@)?(\[[^\]/]*\]|[^:/[\]]+):(?!\/\/)([^]*)$/.exec(text) ?? []
  const isDrive = /^[A-Za-z]:[\\/]/.test(text)
  if (host === undefined || isDrive) return { shown: text, isSsh: false, path: text }
  const user = credentials?.split(':')[0]
  return {
    shown: `${isShown(user) ? `${user}@` : ''}${host}:${path}`,
    isSsh: true,
    ...safeHostAndUser(host.replace(/^\[(.*)\]$/, '$1'), user),
    path: path.replace(/^\/+/, ''),
  }
}

/** An unusual username may be a token. */
function isShown(user: string | undefined): user is string {
  return user === 'git'
}

function safeHostAndUser(host: string, user: string | undefined): { host?: string; user?: string } {
  // guard: remote-host
  if (!safeName.test(host)) return {}
  // guard: remote-user
  if (user !== undefined && !safeName.test(user)) return { host: host.toLowerCase() }
  return { host: host.toLowerCase(), ...(user !== undefined && { user }) }
}
