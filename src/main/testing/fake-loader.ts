import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import {
  type FakeConnection,
  type Handshakes,
  ProxyLoginError,
  openConnection,
  proxyFor,
  proxyHeader,
} from './fake-connection.ts'
import { around } from './fake-desktop.ts'
import { sendOverHttp2 } from './fake-http2.ts'
import {
  type Head,
  NetError,
  bodyOf,
  keepsAlive,
  readHead,
  unpacked,
  valuesOf,
} from './fake-http.ts'

/** A request's options for Chromium. */
export interface LoadOptions {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
  credentials: string | undefined
  cache: string | undefined
}

/** Session state that requests share. */
export interface Network extends Handshakes {
  readonly connections: Pool
  readonly cookies: Map<string, string>
  /** Cached responses by URL; undefined in a session without a cache. */
  readonly cached: Map<string, { head: Head; body: Buffer[] }> | undefined
}

/** The connections of a session. */
export class Pool {
  readonly #idle = new Map<string, FakeConnection[]>()
  readonly #all = new Set<FakeConnection>()
  /** Loads that fail when the connections are closed. */
  readonly #loads = new Set<FakeLoader>()

  async take(origin: string, load: FakeLoader, open: () => Promise<FakeConnection>) {
    this.#loads.add(load)
    const idle = this.#idle.get(origin) ?? []
    for (let candidate = idle.pop(); candidate; candidate = idle.pop()) {
      if (candidate.isOpen) return candidate
    }
    const opened = await open()
    this.#all.add(opened)
    return opened
  }

  release(origin: string, load: FakeLoader, connection: FakeConnection, isReusable: boolean): void {
    this.#loads.delete(load)
    if (!isReusable) return this.#drop(connection)
    connection.isReused = true
    this.#idle.set(origin, [...(this.#idle.get(origin) ?? []), connection])
  }

  /** Fails all loads in progress. */
  closeAll(netCode = 'ERR_ABORTED'): void {
    for (const load of this.#loads) load.failWith(netCode)
    this.#loads.clear()
    for (const connection of this.#all) this.#drop(connection)
    this.#idle.clear()
  }

  #drop(connection: FakeConnection): void {
    connection.close()
    this.#all.delete(connection)
  }
}

// net/http/http_network_transaction.cc, HandleIOError.
const retriedErrors = [
  'ERR_CONNECTION_RESET',
  'ERR_CONNECTION_CLOSED',
  'ERR_CONNECTION_ABORTED',
  'ERR_EMPTY_RESPONSE',
]
/** Also resent over a fresh connection, up to twice. */
export const alwaysRetriedErrors = ['ERR_HTTP2_SERVER_REFUSED_STREAM', 'ERR_HTTP2_PING_FAILED']
const maxRetries = 2
const redirects = [301, 302, 303, 307, 308]

/** One load, with the events of Electron's URLLoader. As there, errors in listeners are uncaught. */
export class FakeLoader extends EventEmitter {
  readonly #network: Network
  readonly #options: LoadOptions
  #connection: FakeConnection | undefined
  #resume: (() => void) | undefined
  #isOver = false
  /** Set when no more events may be emitted. */
  #isCancelled = false
  #hasLoggedIn = false

  constructor(network: Network, options: LoadOptions) {
    super()
    if (!URL.canParse(options.url)) throw new TypeError('Invalid URL')
    this.#network = network
    this.#options = options
    void this.#load()
  }

  cancel(): void {
    this.#isCancelled = true
    this.#stop()
  }

  failWith(netCode: string): void {
    this.#emitLater('error', `net::${netCode}`)
    this.#stop()
  }

  #stop(): void {
    this.#isOver = true
    this.#connection?.close()
    this.#resume?.()
  }

  /** Emits in order, each event in its own tick. */
  #emitLater(name: string, ...values: unknown[]): void {
    if (this.#isOver) return
    process.nextTick(() => {
      if (!this.#isCancelled) this.emit(name, ...values)
    })
  }

  async #load(): Promise<void> {
    try {
      await this.#fromCache()
    } catch (error) {
      this.failWith(error instanceof NetError ? error.netCode : 'ERR_FAILED')
    }
  }

  async #fromCache(): Promise<void> {
    const { url, method, cache } = this.#options
    const cached = method === 'GET' && cache !== 'no-store' && this.#network.cached?.get(url)
    if (!cached) return this.#exchange()
    this.#emitLater('response-started', url, answerHead(cached.head))
    for (const part of cached.body) this.#emitLater('data', part, () => undefined)
    this.#emitLater('complete')
  }

  async #exchange(): Promise<void> {
    const { url } = this.#options
    const target = new URL(url)
    const { connections, cached } = this.#network
    for (let retries = 0; ;) {
      let connection
      try {
        connection = await connections.take(target.origin, this, () =>
          openConnection(target, this.#network),
        )
      } catch (error) {
        if (!(error instanceof ProxyLoginError)) throw error
        if (await this.#login(error.head, true)) continue
        // The head is delivered like any response's, but the body can't be read.
        this.#emitLater('response-started', url, answerHead(error.head))
        throw new NetError('ERR_TUNNEL_CONNECTION_FAILED')
      }
      // The load was canceled; the connection is kept for the next one.
      if (this.#isOver) return connections.release(target.origin, this, connection, true)
      this.#connection = connection
      let head
      let content
      try {
        ;({ head, content } = await this.#answerOver(connection, target))
      } catch (error) {
        const { isReused } = connection
        connections.release(target.origin, this, connection, false)
        const mayBeStale = error instanceof NetError && retriedErrors.includes(error.netCode)
        if (isReused && mayBeStale && !this.#isOver) continue
        const isRefused = error instanceof NetError && alwaysRetriedErrors.includes(error.netCode)
        if (isRefused && retries < maxRetries && !this.#isOver) {
          retries += 1
          continue
        }
        throw error
      }
      const isProxys = head.status === 407 && proxyFor(target) !== undefined
      if (this.#logsIn(head) || (isProxys && (await this.#login(head, true)))) {
        connections.release(target.origin, this, connection, false)
        continue
      }
      this.#keepCookies(head)
      const isReusable = keepsAlive(head)
      try {
        if (this.#redirect(head)) return
        if (head.status === 407 && !isProxys) throw new NetError('ERR_UNEXPECTED_PROXY_AUTH')
        if (head.status === 401) await this.#login(head, false)
        this.#emitLater('response-started', url, answerHead(head))
        const body: Buffer[] = []
        for await (const part of unpacked(content, head)) {
          if (this.#isOver) return
          body.push(part)
          await new Promise<void>((resume) => {
            this.#resume = resume
            this.#emitLater('data', part, resume)
          })
        }
        if (/max-age=[1-9]/.test(valuesOf(head, 'cache-control').join())) {
          cached?.set(url, { head, body })
        }
      } finally {
        const isFree = isReusable && !this.#isOver && connection.isOpen
        connections.release(target.origin, this, connection, isFree)
      }
      return this.#emitLater('complete')
    }
  }

  async #answerOver(connection: FakeConnection, url: URL) {
    const { method, body } = this.#options
    if (connection.http2) {
      const request = { method, headers: this.#headers(url), body }
      const { head, body: content } = await sendOverHttp2(connection.http2, url, request)
      return { head, content }
    }
    connection.send(this.#request(url))
    const head = await readHead(connection, connection.isReused)
    return { head, content: bodyOf(connection, head, method) }
  }

  #headers({ host }: URL): Record<string, string> {
    const { method, headers, body, credentials } = this.#options
    const cookies = [...this.#network.cookies].map(([name, value]) => `${name}=${value}`)
    return {
      Host: host,
      Connection: 'keep-alive',
      ...(body || method !== 'GET' ? { 'Content-Length': String(body?.length ?? 0) } : {}),
      ...headers,
      ...(this.#hasLoggedIn && { Authorization: 'Negotiate b2YgdGhlIHN5c3RlbQ==' }),
      'User-Agent': 'Electron',
      'Accept-Encoding': 'gzip, deflate, br, zstd',
      ...(credentials === 'include' && cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
    }
  }

  #request(url: URL): Buffer {
    const { pathname, search, protocol } = url
    const isProxied = protocol === 'http:' && proxyFor(url)?.protocol === 'http:'
    const { method, body } = this.#options
    const lines = Object.entries(this.#headers(url)).map(([name, value]) => `${name}: ${value}`)
    const address = isProxied ? url.href : `${pathname}${search}`
    const toProxy = isProxied ? proxyHeader(this.#network.proxyLogin) : []
    const head = [`${method} ${address} HTTP/1.1`, ...toProxy, ...lines, '', ''].join('\r\n')
    return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)])
  }

  #keepCookies(head: Head): void {
    if (this.#options.credentials !== 'include') return
    for (const cookie of valuesOf(head, 'set-cookie')) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name) this.#network.cookies.set(name, value!)
    }
  }

  #redirect(head: Head): boolean {
    const location = valuesOf(head, 'location')[0]
    if (!redirects.includes(head.status) || !location) return false
    if (!URL.canParse(location, this.#options.url)) throw new NetError('ERR_INVALID_REDIRECT')
    const { href, protocol } = new URL(location, this.#options.url)
    if (!/^https?:$/.test(protocol)) throw new NetError('ERR_UNSAFE_REDIRECT')
    const isSeeOther = head.status === 303 || this.#options.method === 'POST'
    const newMethod = isSeeOther && head.status < 304 ? 'GET' : this.#options.method
    const info = { statusCode: head.status, newMethod, newUrl: href }
    this.#emitLater('redirect', info, answerHead(head).headers)
    return true
  }

  /** Retries with the system user's credentials, as Windows allows for intranet hosts. */
  #logsIn(head: Head): boolean {
    const schemes = valuesOf(head, 'www-authenticate').join()
    const mayLogIn = around.isIntranet && this.#options.credentials !== 'omit'
    if (head.status !== 401 || !mayLogIn || this.#hasLoggedIn) return false
    return (this.#hasLoggedIn = /negotiate|ntlm/i.test(schemes))
  }

  /**
   * Prompts for a user name and password: always for proxies, but for servers only if credentials are enabled. Returns
   * whether there are new ones to try. If not, the rejection is delivered.
   */
  async #login(head: Head, isProxy: boolean): Promise<boolean> {
    const [challenge] = valuesOf(head, isProxy ? 'proxy-authenticate' : 'www-authenticate')
    if (challenge === undefined || (!isProxy && this.#options.credentials === 'omit')) return false
    const server = new URL(this.#options.url)
    const { hostname: host, port } = (isProxy && proxyFor(server)) || server
    const scheme = challenge.split(' ')[0]!.toLowerCase()
    const info: Electron.AuthInfo = { isProxy, scheme, host, port: Number(port), realm: '' }
    const login = await new Promise<string | undefined>((resolve) => {
      this.#emitLater('login', info, (name?: string, password?: string) =>
        resolve(name === undefined ? undefined : `${name}:${password}`),
      )
    })
    if (this.#isOver) throw new NetError('ERR_ABORTED')
    if (isProxy) this.#network.proxyLogin = login
    return login !== undefined
  }
}

export type AnswerHead = ReturnType<typeof answerHead>

function answerHead(head: Head) {
  const names = new Set(head.headers.map(({ key }) => key.toLowerCase()))
  // `fromEntries` makes every name an own property, even special ones.
  const headers = Object.fromEntries([...names].map((name) => [name, valuesOf(head, name)]))
  return {
    statusCode: head.status,
    statusMessage: head.statusText,
    httpVersion: head.version,
    headers,
    rawHeaders: head.headers,
  }
}
