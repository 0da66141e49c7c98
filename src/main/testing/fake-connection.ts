import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { type Socket, connect, isIP } from 'node:net'
import { type PeerCertificate, type TLSSocket, connect as connectTls } from 'node:tls'
import type * as Electron from 'electron'
import type { KeyPair } from '../../core/platform/network/testing/authority.ts'
import { appEvents, around } from './fake-desktop.ts'
import { type Head, NetError, readHead } from './fake-http.ts'

export type Verify = NonNullable<Parameters<Electron.Session['setCertificateVerifyProc']>[0]>

/** Chromium's connection to a server. */
export class FakeConnection {
  /** Also set for a connection that was opened for a canceled request (ClientSocketHandle::UNUSED_IDLE). */
  isReused = false
  readonly #socket: Socket
  #rest: Buffer | undefined

  /** Carries the requests if both sides support HTTP/2. */
  readonly http2: ClientHttp2Session | undefined

  constructor(socket: Socket, http2?: ClientHttp2Session) {
    this.#socket = socket
    this.http2 = http2
    socket.on('error', () => undefined)
  }

  get isOpen(): boolean {
    if (this.http2) return !this.http2.closed && !this.http2.destroyed
    return !this.#socket.destroyed && !this.#socket.readableEnded && !this.#rest
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Returns the next bytes, or undefined at the end. */
  async more(): Promise<Buffer | undefined> {
    const socket = this.#socket
    for (;;) {
      const bytes = this.#rest ?? (socket.read() as Buffer | null)
      this.#rest = undefined
      if (bytes) return bytes
      if (socket.errored) throw new NetError(netCodeOf(socket.errored))
      if (socket.readableEnded || socket.destroyed) return undefined
      const listening = new AbortController()
      const { signal } = listening
      await Promise.race(
        ['readable', 'end', 'close'].map((name) =>
          once(socket, name, { signal }).catch(() => undefined),
        ),
      )
      listening.abort()
    }
  }

  /** Puts back bytes that belong to the next message. */
  unread(bytes: Buffer): void {
    this.#rest = bytes.length > 0 ? bytes : undefined
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Session state that connections read and update. */
export interface Handshakes {
  readonly verify: Verify | undefined
  /** The verdict per host and certificate, as in `CachingCertVerifier`. Later changes to `verify` don't affect it. */
  readonly verdicts: Map<string, number>
  /** The client certificate sent to a host; undefined for none. */
  readonly shown: Map<string, KeyPair | undefined>
  /** `name:password` for the proxy, once the user has entered them. */
  proxyLogin: string | undefined
}

/** A proxy requires a user name and password. */
export class ProxyLoginError extends Error {
  readonly head: Head
  constructor(head: Head) {
    super('407')
    this.head = head
  }
}

/** The proxy for a URL. Loopback addresses never have one. */
export function proxyFor({ hostname }: URL): URL | undefined {
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(hostname)
  return around.proxy === undefined || isLoopback ? undefined : new URL(around.proxy)
}

/** Connects, sends a client certificate if requested, and verifies the server's certificate. */
export async function openConnection(url: URL, handshakes: Handshakes): Promise<FakeConnection> {
  const { protocol, hostname, port, host } = url
  if (protocol !== 'https:') return new FakeConnection(await openSocket(url, handshakes))
  const name = hostname.replace(/^\[|\]$/g, '')
  for (;;) {
    const shouldPrompt = !handshakes.shown.has(host)
    const socket = connectTls({
      socket: await openSocket(url, handshakes),
      ...(isIP(name) ? {} : { servername: name }),
      rejectUnauthorized: false,
      ALPNProtocols: ['h2', 'http/1.1'],
      // With TLS 1.2, a server that requires a client certificate fails during the handshake. With TLS 1.3 it would
      // fail later.
      maxVersion: 'TLSv1.2',
      ...handshakes.shown.get(host),
    })
    try {
      await once(socket, 'secureConnect')
      // Chromium verifies during the handshake, before the server has the client certificate.
      await checkCertificate(socket, name, handshakes)
    } catch (error) {
      socket.destroy()
      if (error instanceof NetError) throw error
      if (!/ALERT_HANDSHAKE_FAILURE/.test(String((error as NodeJS.ErrnoException).code)))
        throw new NetError(netCodeOf(error as Error))
      if (!shouldPrompt) throw new NetError('ERR_BAD_SSL_CLIENT_AUTH_CERT')
      handshakes.shown.set(host, await selectClientCertificate(`${hostname}:${port || 443}`))
      continue
    }
    if (socket.alpnProtocol !== 'h2') return new FakeConnection(socket)
    const http2 = connectHttp2(url, { createConnection: () => socket })
    http2.on('error', () => undefined)
    return new FakeConnection(socket, http2)
  }
}

/**
 * Asks the host to select a certificate, once per session and regardless of the request's credentials. Doesn't ask if
 * there are no certificates.
 */
async function selectClientCertificate(service: string): Promise<KeyPair | undefined> {
  const list = [...around.clientCertificates.keys()]
  if (list.length === 0) return undefined
  const chosen = await new Promise<Electron.Certificate | undefined>((answer) => {
    let isPrevented = false
    const event = { preventDefault: () => (isPrevented = true) }
    appEvents.emit('select-client-certificate', event, null, service, list, answer)
    if (!isPrevented) answer(list[0])
  })
  return chosen && around.clientCertificates.get(chosen)
}

/** Opens a socket to the server, through the proxy if there is one. */
async function openSocket(url: URL, { proxyLogin }: Handshakes): Promise<Socket> {
  const proxy = proxyFor(url)
  const { hostname, port, protocol } = proxy ?? url
  const defaultPort = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }[protocol]
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || defaultPort),
  })
  try {
    await once(socket, 'connect')
  } catch (error) {
    throw new NetError(proxy ? 'ERR_PROXY_CONNECTION_FAILED' : netCodeOf(error as Error))
  }
  if (!proxy) return socket
  if (protocol === 'socks5:') await passSocks(socket, url)
  else if (url.protocol === 'https:') await passTunnel(socket, url, proxyLogin)
  return socket
}

async function passTunnel(socket: Socket, url: URL, login: string | undefined): Promise<void> {
  const target = `${url.hostname}:${url.port || 443}`
  const tunnel = new FakeConnection(socket)
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...proxyHeader(login), '', '']
  tunnel.send(Buffer.from(lines.join('\r\n')))
  const head = await readHead(tunnel, false)
  if (head.status === 200) return
  socket.destroy()
  // The rest of the proxy's response must not be read, because it isn't from the server.
  throw head.status === 407
    ? new ProxyLoginError(head)
    : new NetError('ERR_TUNNEL_CONNECTION_FAILED')
}

export function proxyHeader(login: string | undefined): string[] {
  return login === undefined
    ? []
    : [`Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}`]
}

/** SOCKS 5 without a password, because Chromium doesn't support SOCKS passwords. */
async function passSocks(socket: Socket, { hostname, port, protocol }: URL): Promise<void> {
  const answer = new FakeConnection(socket)
  const refuse = () => {
    socket.destroy()
    throw new NetError('ERR_SOCKS_CONNECTION_FAILED')
  }
  answer.send(Buffer.from([5, 1, 0]))
  if ((await answer.more())?.[1] !== 0) refuse()
  const name = Buffer.from(hostname)
  const end = Buffer.alloc(2)
  end.writeUInt16BE(Number(port || (protocol === 'https:' ? 443 : 80)))
  answer.send(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, end]))
  if ((await answer.more())?.[1] !== 0) refuse()
}

const authorityInvalid = -202
const commonNameInvalid = -200

async function checkCertificate(
  socket: TLSSocket,
  hostname: string,
  { verify, verdicts }: Handshakes,
): Promise<void> {
  const errorName = socket.authorizationError as unknown as string | null
  const errorCode = !errorName
    ? 0
    : errorName.includes('ALTNAME')
      ? commonNameInvalid
      : authorityInvalid
  const certificate = certificateOf(socket.getPeerCertificate(true))
  const cacheKey = `${hostname} ${certificate.data}`
  const verdict =
    verdicts.get(cacheKey) ??
    (verify
      ? await new Promise<number>((answer) =>
          verify({ hostname, certificate, errorCode } as Parameters<Verify>[0], answer),
        )
      : -3)
  verdicts.set(cacheKey, verdict)
  const counts = verdict === -3 ? errorCode : verdict
  if (counts === 0) return
  throw new NetError(
    counts === commonNameInvalid ? 'ERR_CERT_COMMON_NAME_INVALID' : 'ERR_CERT_AUTHORITY_INVALID',
  )
}

function certificateOf({ raw }: PeerCertificate): Pick<Electron.Certificate, 'data'> {
  const base64 = raw.toString('base64').replace(/.{64}/g, '$&\n')
  return { data: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n` }
}

const netCodes: Record<string, string> = {
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
}

function netCodeOf(error: NodeJS.ErrnoException): string {
  const { code = '' } = error
  return netCodes[code] ?? (/SSL|EPROTO|TLS/.test(code) ? 'ERR_SSL_PROTOCOL_ERROR' : 'ERR_FAILED')
}
