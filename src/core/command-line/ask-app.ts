import { realpathSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { attempt } from '../platform/ignore-errors.ts'
import { readRegularFile } from '../platform/files/regular-file.ts'
import type { CommandAnswer, CommandRequest } from './command-request.ts'
import {
  type ConnectionFiles,
  ProtocolError,
  assertSealed,
  connectionFiles,
  createNonce,
  lineLimits,
  lineReader,
  longestSocketPath,
  nonceIn,
  seal,
  sendLine,
} from './connection.ts'
import { existingFiles } from './private-files.ts'

/** The app's answer, or why there is none. */
export type AskResult =
  { answer: CommandAnswer } | { problem: 'off' | 'not-running' | 'path-too-long' | 'no-answer' }

/** How long (ms) the app may take to prove that it is Latchkey, and to answer, which may need the network. */
const patience = { greetingMs: 5_000, answerMs: 120_000 } as const

/**
 * Asks the running Latchkey. Guarantee: sends nothing but a random number until the other side has proven that it knows the
 * key. Throws an `UnsafeFileError` if others could have put something in the place of its files.
 */
export async function askApp(dataFolder: string, request: CommandRequest): Promise<AskResult> {
  const real = attempt(() => realpathSync(dataFolder))
  if (real === undefined) return { problem: 'off' }
  const files = connectionFiles(real)
  if (Buffer.byteLength(files.socket) > longestSocketPath) return { problem: 'path-too-long' }
  const found = existingFiles(files)
  if (!found.key) return { problem: 'off' }
  const socket = found.socket ? await connectTo(files) : undefined
  if (!socket) return { problem: 'not-running' }
  try {
    // Read only now, because each start of Latchkey writes another one.
    const key = Buffer.from(readRegularFile(files.key, 100).toString(), 'base64url')
    return { answer: await converse(socket, key, request) }
  } catch (error) {
    if (error instanceof ProtocolError) return { problem: 'no-answer' }
    throw error
  } finally {
    socket.destroy()
  }
}

/** Undefined if nobody listens. */
function connectTo({ socket: path }: ConnectionFiles): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

async function converse(
  socket: Socket,
  key: Buffer,
  request: CommandRequest,
): Promise<CommandAnswer> {
  const read = lineReader(socket)
  const nonce = createNonce()
  sendLine(socket, { nonce })
  const greeting = await read({ maxBytes: lineLimits.greeting, maxMs: patience.greetingMs })
  const nonces = [nonce, nonceIn(greeting)] as const
  // guard: command-app-proof
  assertSealed(key, { part: 'greeting', nonces, text: '' }, greeting.seal)
  const text = JSON.stringify(request)
  sendLine(socket, { request: text, seal: seal(key, { part: 'request', nonces, text }) })
  const line = await read({ maxBytes: lineLimits.answer, maxMs: patience.answerMs })
  const answer = String(line.answer)
  assertSealed(key, { part: 'answer', nonces, text: answer }, line.seal)
  return JSON.parse(answer) as CommandAnswer
}
