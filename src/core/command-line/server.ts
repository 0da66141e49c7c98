import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, rmdirSync } from 'node:fs'
import { type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import { prepareFile } from '../platform/files/atomic-write.ts'
import { ignoreErrors } from '../platform/ignore-errors.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { t } from '../platform/messages.ts'
import type { CommandAnswer } from './command-request.ts'
import { commandExitCodes } from './commands.ts'
import {
  ProtocolError,
  assertSealed,
  connectionFiles,
  createNonce,
  lineLimits,
  lineReader,
  nonceIn,
  seal,
  sendLine,
} from './connection.ts'
import { existsPrivately } from './private-files.ts'

interface ServerOptions {
  /** The folder that only this Latchkey uses. */
  dataFolder: string
  /** Answers a request, whatever it contains. */
  answer(request: unknown): Promise<CommandAnswer>
  log: LogFunction
  /** How long (ms) a client may take for each of its lines. */
  patienceMs?: number
}

export interface CommandServer {
  /** Stops listening. The key stays, so a command knows that it is allowed once Latchkey runs again. */
  close(): Promise<void>
}

/** How many commands may be connected at once. */
const maxConnections = 16

const defaultPatienceMs = 5_000

/**
 * Listens for commands on a socket that only the user can reach. Guarantee: answers only a client that knows the key, and only
 * one request for each proof of it. Throws if something else is in the place of its files.
 */
export async function startCommandServer(options: ServerOptions): Promise<CommandServer> {
  const files = connectionFiles(options.dataFolder)
  mkdirSync(files.folder, { recursive: true, mode: 0o700 })
  existsPrivately(files.folder, 'folder')
  const key = randomBytes(32)
  // Before the socket, so a command that can connect knows it.
  prepareFile(files.key, key.toString('base64url')).commit()
  // No other Latchkey uses this data folder, so an earlier one left it behind.
  rmSync(files.socket, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serve(socket, key, options).catch((error: unknown) => {
      options.log('A command was refused.', error instanceof ProtocolError ? {} : { error })
      socket.destroy()
    })
  })
  server.maxConnections = maxConnections
  await listen(server, files.socket)
  chmodSync(files.socket, 0o600)
  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path)
  await once(server, 'listening')
}

/** Forgets that the command line was allowed. */
export function removeConnectionFiles(dataFolder: string): void {
  const { folder, key, socket } = connectionFiles(dataFolder)
  ignoreErrors(() => {
    for (const path of [key, socket]) rmSync(path, { force: true })
    rmdirSync(folder)
  })
}

async function serve(
  socket: Socket,
  key: Buffer,
  { answer, patienceMs = defaultPatienceMs }: ServerOptions,
): Promise<void> {
  const read = lineReader(socket)
  const greeting = await read({ maxBytes: lineLimits.greeting, maxMs: patienceMs })
  // guard: command-nonce
  const nonce = createNonce()
  const nonces = [nonceIn(greeting), nonce] as const
  sendLine(socket, { nonce, seal: seal(key, { part: 'greeting', nonces, text: '' }) })
  const { request, seal: proof } = await read({ maxBytes: lineLimits.request, maxMs: patienceMs })
  if (typeof request !== 'string') throw new ProtocolError()
  // guard: command-proof
  assertSealed(key, { part: 'request', nonces, text: request }, proof)
  const lineOf = (answered: CommandAnswer) => {
    const text = JSON.stringify(answered)
    const proof = seal(key, { part: 'answer', nonces, text })
    return `${JSON.stringify({ answer: text, seal: proof })}\n`
  }
  const line = lineOf(await answer(JSON.parse(request)))
  // guard: command-answer-size
  const isTooLong = Buffer.byteLength(line) > lineLimits.answer
  socket.write(isTooLong ? lineOf(tooLongAnswer()) : line)
  socket.destroySoon()
  // Otherwise, a command that doesn't read it would occupy a connection for good.
  // guard: command-unread
  socket.setTimeout(patienceMs, () => socket.destroy())
}

function tooLongAnswer(): CommandAnswer {
  return {
    exitCode: commandExitCodes.failed,
    lines: [],
    notes: [t('commandLine.tooLong')],
  }
}
