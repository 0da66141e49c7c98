import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { expect } from 'vitest'
import type { Envelope } from '../../shared/rules/failure.ts'
import { enter, postJson } from './test-page.ts'

/** The built browser host. */
export const hostProgram = join(import.meta.dirname, '../../../out/main/serve.js')

/** The built browser host in its own process, without a keychain. */
export interface HostProcess {
  child: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable }
  /** Everything it has printed so far. */
  output(): string
  /** Waits for the first URL it prints, or a later one. */
  address(nth?: number): Promise<URL>
  /** Waits for it to exit; returns the exit code, or the signal that ended it. */
  ended: Promise<number | string>
  /** Calls an operation as the page does; a failure fails the test. */
  value<T>(name: string, input?: unknown, account?: string): Promise<T>
  /** The same, with the envelope. */
  invoke(name: string, input?: unknown, account?: string): Promise<Envelope>
}

interface Options {
  flags?: readonly string[]
  /** Its open file limit. */
  openFiles?: number
  /** Runs it as this user, if permitted. */
  uid?: number
  env?: Record<string, string>
  /** A command that starts it. */
  starter?: readonly string[]
  /** A file to which strace appends every file and socket that the host and its child processes open. */
  trace?: string
}

/** Starts it with a data folder. */
export function startHost(
  dataFolder: string,
  { flags = [], openFiles, uid, env = {}, starter = [], trace }: Options = {},
): HostProcess {
  // As a grandchild, so that the host is the child.
  const tracer = [
    'strace',
    '-D',
    '-f',
    '-A',
    '-s',
    '300',
    '-e',
    'trace=%file,connect',
    '-o',
    `${trace}`,
  ]
  const command = [
    ...starter,
    ...(trace === undefined ? [] : tracer),
    process.execPath,
    hostProgram,
    '--no-open',
    '--data',
    dataFolder,
    ...flags,
  ]
  const limited = ['bash', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'bash', ...command]
  const [file, ...args] = openFiles === undefined ? command : limited
  const child = spawn(file!, args, {
    env: {
      ...process.env,
      ...{ DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '', LC_ALL: 'C.UTF-8' },
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)

  async function address(nth = 0): Promise<URL> {
    for (;;) {
      const url = [...text.matchAll(/http:\S+#key=\S+(?=\n)/g)][nth]
      if (url) return new URL(url[0])
      if (child.exitCode !== null) throw new Error(`The host exited: ${text}`)
      await Promise.race([once(child.stdout, 'data'), ended])
    }
  }

  let entered: Promise<Record<string, string>> | undefined

  async function invoke(name: string, input: unknown = {}, account?: string): Promise<Envelope> {
    const { origin, href } = await address()
    const headers = await (entered ??= enter(href))
    const answer = await postJson(`${origin}/invoke`, { name, input, account }, headers)
    return (await answer.json()) as Envelope
  }

  return {
    child,
    output: () => text,
    address,
    ended,
    invoke,
    async value<T>(name: string, input?: unknown, account?: string) {
      const envelope = await invoke(name, input, account)
      if (!envelope.ok) expect.fail(`${name}: ${JSON.stringify(envelope.failure)}`)
      return envelope.value as T
    },
  }
}
