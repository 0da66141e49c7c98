import { BlockList, isIP } from 'node:net'
import { attempt } from '../ignore-errors.ts'

/** A proxy that a variable sets. */
export interface ProxySetting {
  /** The variable's name. */
  variable: string
  /** Without credentials. */
  url: URL
  username: string
  password: string
}

/** A proxy wasn't used, or it failed before anything was sent to GitLab. */
export class ProxyError extends Error {
  readonly code: string
  readonly proxyVariable: string
  /** Whether a username and password were sent to the proxy. */
  readonly hasLogin: boolean

  constructor(code: string, proxyVariable: string, cause?: unknown, hasLogin = false) {
    super(`${code} ${proxyVariable}`, { cause })
    this.code = code
    this.proxyVariable = proxyVariable
    this.hasLogin = hasLogin
  }
}

/** A proxy requires credentials but got none, or rejected them. Nothing reached GitLab. */
export class ProxyLoginError extends Error {
  readonly code = 'PROXY_407'
  /** The proxy's host and port, if known. */
  readonly proxy: string | undefined
  /** The variable whose credentials the proxy rejected. */
  readonly refusedVariable: string | undefined

  constructor(proxy?: { host: string; port: number }, refusedVariable?: string) {
    super('PROXY_407')
    this.proxy = proxy && `${proxy.host}:${proxy.port}`
    this.refusedVariable = refusedVariable
  }
}

/** Credentials for a system proxy, taken from the variables if they set the same proxy for this request. */
export function proxyLogin(
  target: URL,
  { host, port }: { host: string; port: number },
  variables: NodeJS.ProcessEnv,
): Omit<ProxySetting, 'url'> | undefined {
  const configuredProxy = attempt(() => proxyFor(target, variables))
  if (
    !configuredProxy?.username ||
    withoutBrackets(configuredProxy.url.hostname) !== withoutBrackets(host)
  )
    return undefined
  const usualPort = configuredProxy.url.protocol === 'https:' ? 443 : 80
  return Number(configuredProxy.url.port || usualPort) === port ? configuredProxy : undefined
}

/** The proxy for a request, following curl's variables and rules; throws if the variable can't be used. */
export function proxyFor(url: URL, variables: NodeJS.ProcessEnv): ProxySetting | undefined {
  const names = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy']
  const variable = firstSet(names, variables)
  if (!variable || isExcluded(url, variables[firstSet(['no_proxy'], variables) ?? ''] ?? ''))
    return undefined
  return { variable, ...parseProxy(variable, variables[variable]!.trim()) }
}

function firstSet(names: readonly string[], variables: NodeJS.ProcessEnv): string | undefined {
  return names.flatMap((name) => [name, name.toUpperCase()]).find((name) => variables[name]?.trim())
}

const protocols: Record<string, string> = {
  'http:': 'http:',
  'https:': 'https:',
  'socks:': 'socks5:',
  'socks5:': 'socks5:',
  'socks5h:': 'socks5:',
}

function parseProxy(variable: string, value: string): Omit<ProxySetting, 'variable'> {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  // An unescaped character cuts a password short, and the rest looks like a path.
  const isCut = url && `${url.pathname}${url.search}${url.hash}`.includes('@')
  if (!url || !/^[\w.:[\]-]+$/.test(url.hostname) || isCut || url.port === '0' || /\s/.test(value))
    throw new ProxyError('PROXY_INVALID', variable)
  const protocol = protocols[url.protocol]
  if (!protocol) throw new ProxyError('PROXY_UNSUPPORTED', variable)
  return {
    url: new URL(`${protocol}//${url.host}`),
    username: percentDecode(url.username),
    password: percentDecode(url.password),
  }
}

/** Keeps invalid sequences, unlike `decodeURIComponent`, which throws. */
function percentDecode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  )
}

/** Whether `no_proxy` includes the host: by name, domain, address, or network, each with or without a port. */
function isExcluded({ protocol, hostname, port }: URL, list: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '')
  const actualPort = port || (protocol === 'https:' ? '443' : '80')
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    const [, name = entry, onlyPort] =
      isIP(entry) === 0 ? (/^(.+?)(?::(\d+))?$/.exec(entry) ?? []) : [entry, entry]
    if (onlyPort !== undefined && onlyPort !== actualPort) return false
    const pattern = withoutBrackets(name.toLowerCase().replace(/^\*?\.|\.$/g, ''))
    if (pattern === '') return false
    return host === pattern || host.endsWith(`.${pattern}`) || isInNetwork(host, pattern)
  })
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits] = network.split('/')
  const family = isIP(address)
  if (family === 0 || isIP(host) !== family) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const length = Number(bits ?? (family === 6 ? 128 : 32))
  if (!Number.isInteger(length) || length < 0 || length > (family === 6 ? 128 : 32)) return false
  const networks = new BlockList()
  networks.addSubnet(address, length, type)
  return networks.check(host, type)
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}
