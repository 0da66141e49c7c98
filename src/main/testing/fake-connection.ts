import { once } from 'node:events'
import { type Socket, connect, isIP } from 'node:net'
import { type PeerCertificate, type TLSSocket, connect as connectTls } from 'node:tls'
import type * as Electron from 'electron'
import { NetError } from './fake-http.ts'

export type Verify = NonNullable<Parameters<Electron.Session['setCertificateVerifyProc']>[0]>

/** A connection of Chromium's to a server. */
export class Connection {
  /** One that was made for a request that was given up counts as used, too (ClientSocketHandle::UNUSED_IDLE). */
  isReused = false
  readonly #socket: Socket
  #rest: Buffer | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded && !this.#rest
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** What comes next; nothing at the end. */
  async more(): Promise<Buffer | undefined> {
    const socket = this.#socket
    for (;;) {
      const rest = this.#rest ?? (socket.read() as Buffer | null)
      this.#rest = undefined
      if (rest) return rest
      if (socket.errored) throw new NetError(netCodeOf(socket.errored))
      if (socket.readableEnded || socket.destroyed) return undefined
      const heard = new AbortController()
      const { signal } = heard
      await Promise.race(
        ['readable', 'end', 'close'].map((name) =>
          once(socket, name, { signal }).catch(() => undefined),
        ),
      )
      heard.abort()
    }
  }

  /** What was read too far. */
  giveBack(bytes: Buffer): void {
    this.#rest = bytes.length > 0 ? bytes : undefined
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Connects, and has the certificate verified. */
export async function openConnection(
  { protocol, hostname, port }: URL,
  verify: Verify | undefined,
): Promise<Connection> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isSecure = protocol === 'https:'
  const at = { host, port: Number(port || (isSecure ? 443 : 80)) }
  const name = isIP(host) ? {} : { servername: host }
  const socket = isSecure
    ? connectTls({ ...at, ...name, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    : connect(at)
  const connection = new Connection(socket)
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect')
  } catch (error) {
    throw new NetError(netCodeOf(error as Error))
  }
  if (isSecure) await checkCertificate(socket as TLSSocket, host, verify)
  return connection
}

const authorityInvalid = -202
const commonNameInvalid = -200

async function checkCertificate(socket: TLSSocket, hostname: string, verify?: Verify) {
  const said = socket.authorizationError as unknown as string | null
  const errorCode = !said ? 0 : said.includes('ALTNAME') ? commonNameInvalid : authorityInvalid
  const certificate = certificateOf(socket.getPeerCertificate(true))
  const verdict = verify
    ? await new Promise<number>((answer) =>
        verify({ hostname, certificate, errorCode } as Parameters<Verify>[0], answer),
      )
    : -3
  const counts = verdict === -3 ? errorCode : verdict
  if (counts === 0) return
  socket.destroy()
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
