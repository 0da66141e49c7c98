export interface ProxyLogin {
  name: string
  password: string
}

/** What the variables of proxies say for one of them, as `https_proxy=http://name:password@host:port`. */
export function proxyLogin(
  { host, port }: { host: string; port: number },
  env: NodeJS.ProcessEnv = process.env,
): ProxyLogin | undefined {
  for (const variable of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
    const url = URL.parse(env[variable] ?? '')
    if (url?.hostname !== host || Number(url.port || usualPort(url)) !== port) continue
    const [name, password] = [url.username, url.password].map(decodePart)
    if (name) return { name, password: password! }
  }
  return undefined
}

function usualPort({ protocol }: URL): number {
  return protocol === 'https:' ? 443 : 80
}

/** A `%` may also stand for itself. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A proxy that wants a name and a password, which nobody said or which it refused. Nothing reached the service. */
export class ProxyLoginError extends Error {
  override readonly name = 'ProxyLoginError'
  readonly code = 'PROXY_407'
  /** Its host and port, if they are known. */
  readonly proxy: string | undefined

  constructor(proxy?: { host: string; port: number }) {
    super('PROXY_407')
    this.proxy = proxy && `${proxy.host}:${proxy.port}`
  }
}
