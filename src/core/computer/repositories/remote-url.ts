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
      /^(?:([^]*)@)?(\[[\da-f:.]*\]|[^:[\]]*)(?::(\d{1,5}))?$/i.exec(authority) ?? []
    const isSsh = /^(ssh|git\+ssh|ssh\+git)$/i.test(scheme)
    // The host of ssh ends only at a slash.
    // guard: ssh-host-end
    const isCut = isSsh && /^[?#]/.test(rest)
    const user = credentials?.split(':')[0]
    const shownUser = (isSsh && isShown(user)) || user === '*' ? `${user}@` : ''
    // A token may be in place of the port.
    const [, name = '', other] = /^(\[[^\]]*\]|[^:]*)([^]*)$/.exec(authority.replace(/^[^]*@/, ''))!
    const shownPort = /^(:(\d{0,5}|\*))?$/.test(other!) ? other! : ':…'
    return {
      shown: `${scheme}://${shownUser}${isCut ? '…' : shownHost(name)}${shownPort}${withoutSecrets(rest)}`,
      isSsh,
      ...(isCut || /^file$/i.test(scheme)
        ? {}
        : safeHostAndUser(host.replace(/^\[([\da-f:.]*)\]$/i, '$1'), user)),
      ...(port !== undefined && { port: Number(port) }),
      path: rest.replace(/^\/+/, ''),
    }
  }
  // `host:path`, except for a Windows path or one with a slash before the colon.
  const [, credentials, host, path = ''] =
    // guard: scp-user
    /^(?:([^/:[\]]*)@)?(\[[^\]/]*\]|[^:/[\]@]+):(?!\/\/)([^]*)$/.exec(text) ?? []
  const isDrive = /^[A-Za-z]:[\\/]/.test(text)
  if (host === undefined || isDrive)
    return { shown: withoutSecrets(text), isSsh: false, path: text }
  const user = credentials?.split(':')[0]
  const name = shownHost(host)
  // Otherwise, it may be a transport that git doesn't recognize.
  // guard: shown-path
  const shownPath = name === '…' || path.startsWith(':') ? '…' : withoutSecrets(path)
  return {
    shown: `${isShown(user) ? `${user}@` : ''}${name}:${shownPath}`,
    isSsh: true,
    ...safeHostAndUser(host.replace(/^\[([\da-f:.]*)\]$/i, '$1'), user),
    path: path.replace(/^\/+/, ''),
  }
}

/** Prefixes of tokens of GitLab and GitHub. */
const token =
  /(gl(pat|oas|dt|rtr?|cbt|ptt|ft|imt|agent|soat|ffct|wt)-|gh[opsur]_|github_pat_|GR1348941)[\w.-]{16,}/i

/** A host or pattern of hosts; anything else may be a secret. */
function shownHost(host: string): string {
  // guard: shown-host
  return /^(\[[\da-f:.]*\]|[\p{L}\p{M}\p{N}*._-]*)$/iu.test(host) && !token.test(host) ? host : '…'
}

/** The remaining part of an address, in which everything before an `@`, a query, or parameters may be secret. */
function withoutSecrets(text: string): string {
  const read = decoded(text)
  const hasHidden = read === undefined || countSigns(read) > countSigns(text)
  // guard: encoded-secrets
  if (hasHidden) return `${/^\/*/.exec(text)![0]}…`
  // guard: remote-secrets
  const address = text.replace(/[?#][^]*/, '').replace(/^(\/*)[^]*@/, '$1…@')
  // guard: remote-parameters
  const shown = address.replace(/([&;=]|(?<=token|secret|password):)[^]*/i, '…')
  // guard: remote-tokens
  return shown.replace(/[^/\\]+/g, (part) => (token.test(part) ? '…' : part))
}

/** The signs that separate a secret from other parts, and tokens. */
const countSigns = (text: string): number =>
  (text.match(/[@?#&;=:]/g)?.length ?? 0) +
  text.split(/[/\\]/).filter((part) => token.test(part)).length

/** How often a text may be encoded; more hides something. */
const encodedLimit = 5

/** A text as some program may read it: percent-decoded until nothing changes, with compatible characters. */
function decoded(text: string): string | undefined {
  let result = text.normalize('NFKC')
  // guard: encoded-limit
  for (let left = encodedLimit; left > 0; left -= 1) {
    const next = result.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    if (next === result) return result
    result = next
  }
  return undefined
}

/** A condition of an include, which may contain a URL. */
export function shownCondition(condition: string): string {
  const [, kind = '', rest = ''] = /^(hasconfig:remote\.\*\.url:|[^:]*:)?([^]*)$/i.exec(condition)!
  // guard: shown-condition
  if (!/^(gitdir(\/i)?|onbranch):$/.test(kind)) return `${kind}${parseRemoteUrl(rest).shown}`
  return token.test(rest) ? `${kind}…` : condition
}

/** A text in which addresses and tokens are shown like remotes. */
export function withoutAddresses(text: string): string {
  // A password may contain blanks and quotation marks.
  const [begin, end] = [text.indexOf('://'), text.lastIndexOf('@')]
  // guard: blank-passwords
  const whole = begin >= 0 && begin < end ? `${text.slice(0, begin)}://…${text.slice(end)}` : text
  return whole.replace(/[^\s'"]+/g, (word) =>
    /:\/\/|::|@/.test(word) || token.test(word) ? parseRemoteUrl(word).shown : word,
  )
}

/** Options of ssh without a secret. */
const plainCommand =
  /^("[^"]*"|'[^']*'|[^\s"']+)( +(-[46AaCkqTvx]+|-[iF] *("[^"$`\\]*"|'[^']*'|[^\s"'$`\\;&|<>(){}=-][^\s"'$`\\;&|<>(){}=]*)|-p *\d+|-l *git|-o *"?(Batch|IdentitiesOnly|StrictHostKeyChecking|UserKnownHostsFile)[= ](yes|no|ask|accept-new|\/dev\/null)"?(?= |$)))*\s*$/i

/** A program's command, whose arguments may contain a password unless they are usual ones of ssh. */
export function shownCommand(command: string): string {
  if (command.length > lengthLimit) return '…'
  const [, program = '', rest = ''] = /^\s*("[^"]*"|'[^']*'|\S+)([^]*)$/.exec(command) ?? []
  const isPath = /^(["']?)[\w.~\\/: +-]+\1$/.test(program) && !token.test(program)
  const isSsh = isPath && /(^|[\\/"'])ssh(\.exe)?["']?$/i.test(program)
  // guard: ssh-options
  const isPlain = plainCommand.test(command.trim()) && !token.test(command)
  // guard: command-arguments
  if (!isSsh || !isPlain) return `${isPath ? program : ''}${rest.trim() ? ' …' : ''}`.trim() || '…'
  return command
}

/** An unusual username may be a token. */
function isShown(user: string | undefined): user is string {
  return user === 'git' || user === '*'
}

function safeHostAndUser(host: string, user: string | undefined): { host?: string; user?: string } {
  // guard: remote-host
  if (!safeName.test(host) || token.test(host)) return {}
  // guard: remote-user
  if (user !== undefined && !safeName.test(user)) return { host: host.toLowerCase() }
  return { host: host.toLowerCase(), ...(user !== undefined && { user }) }
}
