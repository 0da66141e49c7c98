import { connect } from 'node:net'

/** A raw request, which follows HTTP’s rules only if the caller does. */
export interface WireRequest {
  method?: string
  path?: string
  /** Headers in addition to the default ones; `undefined` omits a header. */
  headers?: Record<string, string | readonly string[] | undefined>
  body?: string
}

/** Builds a request to a port, with the headers of an ordinary request unless they are overridden. */
export function requestText(port: number, request: WireRequest = {}): string {
  const { method = 'POST', path = '/invoke', headers = {}, body = '' } = request
  const defaultHeaders = {
    Host: `127.0.0.1:${port}`,
    Connection: 'close',
    ...(method !== 'GET' && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries({ ...defaultHeaders, ...headers }).flatMap(([name, value]) => {
    if (value === undefined) return []
    return (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`)
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

export interface WireResponse {
  text: string
  milliseconds: number
}

/** Longer responses are truncated. */
const maxBytes = 4 * 1024 * 1024

/**
 * The host is considered hung after this time (ms). On a busy machine, every request takes seconds, and a test may take up
 * to two minutes.
 */
export const hangTimeoutMs = 100_000

/** Sends raw bytes, and collects the response until the host closes the connection or the timeout (ms) expires. */
export function send(
  port: number,
  bytes: string | Buffer,
  waitMs = hangTimeoutMs,
): Promise<WireResponse> {
  const began = performance.now()
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const socket = connect(port, '127.0.0.1')
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      const milliseconds = performance.now() - began
      resolve({ text: Buffer.concat(parts).toString('latin1'), milliseconds })
    }
    const timer = setTimeout(finish, waitMs)
    socket.on('error', () => undefined)
    socket.on('close', finish)
    socket.on('data', (part) => {
      parts.push(part)
      length += part.length
      if (length > maxBytes) finish()
    })
    socket.write(bytes)
  })
}
