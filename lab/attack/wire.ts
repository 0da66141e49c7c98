import { connect } from 'node:net'

/** A request as text; no rule of HTTP is kept unless the caller keeps it. */
export interface WireRequest {
  method?: string
  path?: string
  /** Beside those that every request has; `undefined` leaves one out. */
  headers?: Record<string, string | readonly string[] | undefined>
  body?: string
}

/** Writes a request for this port, with the headers that a well-meant one has where nothing else is said. */
export function requestText(port: number, request: WireRequest = {}): string {
  const { method = 'POST', path = '/invoke', headers = {}, body = '' } = request
  const usual = {
    Host: `127.0.0.1:${port}`,
    Connection: 'close',
    ...(method !== 'GET' && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) => {
    if (value === undefined) return []
    return (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`)
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

export interface WireAnswer {
  text: string
  milliseconds: number
}

/** Answers longer than this are cut. */
const maxBytes = 4 * 1024 * 1024

/** After so many milliseconds the host hangs. A busy machine takes seconds for anything, and a test takes two minutes at most. */
export const patienceMs = 100_000

/** Sends bytes as they are, and takes what comes until the host closes, or for so many milliseconds. */
export function send(
  port: number,
  bytes: string | Buffer,
  waitMs = patienceMs,
): Promise<WireAnswer> {
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
