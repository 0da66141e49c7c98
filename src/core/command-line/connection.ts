import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { after } from '../platform/time/scheduler.ts'

// A conversation has four lines of JSON. Both sides prove that they know the key, which only the user can read, over the
// nonces of both, so nothing that was recorded is of any use later:
//
// 1. command: its nonce
// 2. app: its nonce and a seal, without which the command sends nothing else
// 3. command: the request and its seal
// 4. app: the answer and its seal

/** The files of a connection, in a folder that only the user can enter. */
export interface ConnectionFiles {
  folder: string
  socket: string
  /** Exists while the command line is allowed, whether or not Latchkey is running. */
  key: string
}

export function connectionFiles(dataFolder: string): ConnectionFiles {
  const folder = join(dataFolder, 'command-line')
  return { folder, socket: join(folder, 'socket'), key: join(folder, 'key') }
}

/** The longest path of a socket in bytes, by system (`sun_path` in sys/un.h, without the final null). */
export const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** The longest lines in bytes. */
export const lineLimits = { greeting: 1024, request: 16 * 1024, answer: 16 * 1024 * 1024 } as const

const nonceForm = /^[\w-]{43}$/

export function createNonce(): string {
  return randomBytes(32).toString('base64url')
}

/** A nonce in a line; throws for anything else. */
export function nonceIn({ nonce }: Record<string, unknown>): string {
  if (typeof nonce === 'string' && nonceForm.test(nonce)) return nonce
  throw new ProtocolError()
}

/** The other side isn't Latchkey, or is a stranger. */
export class ProtocolError extends Error {
  constructor() {
    super('protocol')
    this.name = 'ProtocolError'
  }
}

interface Sealed {
  part: 'greeting' | 'request' | 'answer'
  /** The command's nonce and the app's. */
  nonces: readonly [string, string]
  text: string
}

/** Proves knowledge of the key in one conversation, for one text. */
export function seal(key: Buffer, { part, nonces, text }: Sealed): string {
  const content = JSON.stringify([part, ...nonces, text])
  return createHmac('sha256', key).update(content).digest('base64url')
}

/** Throws unless a seal is the expected one. */
export function assertSealed(key: Buffer, sealed: Sealed, actual: unknown): void {
  const expected = Buffer.from(seal(key, sealed))
  const given = Buffer.from(typeof actual === 'string' ? actual : '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ProtocolError()
}

/** Sends a value as a line. */
export function sendLine(socket: Socket, value: object): void {
  socket.write(`${JSON.stringify(value)}\n`)
}

/** Reads the next line as an object, within a size and a time; throws a `ProtocolError` otherwise. */
export type ReadLine = (limits: {
  maxBytes: number
  maxMs: number
}) => Promise<Record<string, unknown>>

/** Reads a socket line by line. */
export function lineReader(socket: Socket): ReadLine {
  let chunks: Buffer[] = []
  let length = 0
  let isEnded = false
  let wake: () => void = () => undefined
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    wake()
  })
  for (const event of ['end', 'close', 'error'] as const) {
    socket.on(event, () => {
      isEnded = true
      wake()
    })
  }
  return async ({ maxBytes, maxMs }) => {
    let isLate = false
    const cancel = after(
      maxMs,
      () => {
        isLate = true
        wake()
      },
      { keepsAlive: true },
    )
    socket.resume()
    try {
      for (;;) {
        const last = chunks.at(-1)
        const end = last?.indexOf('\n') ?? -1
        // guard: command-line-size
        if (length > maxBytes) throw new ProtocolError()
        if (last && end >= 0) {
          const line = Buffer.concat([...chunks.slice(0, -1), last.subarray(0, end)])
          chunks = [last.subarray(end + 1)]
          length = last.length - end - 1
          return parseObject(line)
        }
        if (isEnded || isLate) throw new ProtocolError()
        await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      cancel()
      // Nobody bounds what arrives until the next line is read.
      // guard: command-flood
      socket.pause()
    }
  }
}

function parseObject(line: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line.toString())
  } catch {
    throw new ProtocolError()
  }
  if (typeof value !== 'object' || value === null) throw new ProtocolError()
  return value as Record<string, unknown>
}
