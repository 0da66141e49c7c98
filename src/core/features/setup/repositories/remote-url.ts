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

/** Longer ones aren't shown: cut off, a token couldn't be told from a host. */
const lengthLimit = 2048

/** Parses a URL like git (git-fetch(1), “GIT URLs”); accepts any text. */
export function parseRemoteUrl(text: string): RemoteUrl {
  // guard: remote-length
  if (text.length > lengthLimit) return { shown: '…', isSsh: false, path: text }
  const [, transport, address = ''] = /^([a-z0-9][a-z0-9+.-]*)::([^]*)$/i.exec(text) ?? []
  if (transport !== undefined) {
    // Arguments of a program, unless it's a URL.
    // guard: remote-transport
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(address)
    const shown = `${transport}::${isUrl ? parseRemoteUrl(address).shown : '…'}`
    return { shown, isSsh: false, path: address }
  }
  const [, scheme, authority = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^]*)$/i.exec(text) ?? []
  if (scheme !== undefined) {
    const [, credentials, host = '', port] =
      /^(?:([^]*)@)?(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(authority) ?? []
    const isSsh = /^(ssh|git\+ssh|ssh\+git)$/i.test(scheme)
    const user = credentials?.split(':')[0]
    const shownUser = isSsh && isShown(user) ? `${user}@` : ''
    // A token may be in place of the port.
    const shownHost = authority.replace(/^[^]*@/, '').replace(/(?<=^[^[:]*:)(?!\d{0,5}$)[^]*/, '…')
    return {
      shown: `${scheme}://${shownUser}${withoutTokens(shownHost)}${withoutSecrets(rest)}`,
      isSsh,
      ...(/^file$/i.test(scheme) ? {} : safeHostAndUser(host.replace(/^\[(.*)\]$/, '$1'), user)),
      ...(port !== undefined && { port: Number(port) }),
      path: rest.replace(/^\/+/, ''),
    }
  }
  // `host:path`, except for a Windows path or one with a slash before the colon.
  const [, credentials, host, path = ''] =
    /^(?:([^/]*)@)?(\[[^\]/]*\]|[^:/[\]@]+):(?!\/\/)([^]*)$/.exec(text) ?? []
  const isDrive = /^[A-Za-z]:[\\/]/.test(text)
  if (host === undefined || isDrive)
    return { shown: withoutSecrets(text), isSsh: false, path: text }
  const user = credentials?.split(':')[0]
  return {
    shown: `${isShown(user) ? `${user}@` : ''}${withoutTokens(host)}:${withoutSecrets(path)}`,
    isSsh: true,
    ...safeHostAndUser(host.replace(/^\[(.*)\]$/, '$1'), user),
    path: path.replace(/^\/+/, ''),
  }
}

/** Prefixes of tokens of GitLab and GitHub. */
const tokens =
  /\b(gl(pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-|gh[opsur]_|github_pat_)[\w.-]{16,}/g

const withoutTokens = (text: string): string => text.replace(tokens, '…')

/** The remaining part of an address, in which everything before an `@` and a query may be secret. */
function withoutSecrets(text: string): string {
  // guard: remote-secrets
  const shown = text.replace(/[?#][^]*/, '').replace(/^(\/*)[^]*(@|%40)/i, '$1…@')
  return withoutTokens(shown)
}

/** A condition of an include, which may contain a URL. */
export function shownCondition(condition: string): string {
  const [, kind, url = ''] = /^(hasconfig:remote\.\*\.url:)([^]*)$/.exec(condition) ?? []
  if (kind === undefined || /^([a-z+]+:\/\/)?(\*|git)@[^@]*$/i.test(url)) return condition
  return `${kind}${parseRemoteUrl(url).shown}`
}

/** A program's command, whose arguments may contain a password unless it's ssh itself. */
export function shownCommand(command: string): string {
  const [, program = '', rest = ''] = /^\s*("[^"]*"|'[^']*'|\S+)([^]*)$/.exec(command) ?? []
  // guard: command-arguments
  if (!/(^|[\\/"'])ssh(\.exe)?["']?$/i.test(program))
    return `${program.includes('=') ? '' : program}${rest.trim() ? ' …' : ''}`.trim() || '…'
  return command
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
