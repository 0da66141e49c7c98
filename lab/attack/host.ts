import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hangTimeoutMs, requestText, send } from './wire.ts'

const program = join(import.meta.dirname, '../../out/main/serve.js')
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled')

/** The built browser host in a separate process, as seen from outside. */
export interface AttackedHost {
  port: number
  /** The one-time key it printed, which has been used. */
  usedKey: string
  /** The secret of an admitted tab. */
  tab: string
  /** Its entire output. */
  output(): string
  isRunning(): boolean
  /** Its memory, in MiB. */
  memory(): number
  /** Calls an operation as the page does, and returns the response as text. */
  call(name: string, input?: unknown, account?: string): Promise<string>
  /** Signs in to the instance at a URL, and returns the account’s ID. */
  signIn(url: string, token: string): Promise<string>
  stop(): Promise<void>
}

/** A failed start, with its output and its exit code or the signal that killed it. */
export interface FailedStart {
  output: string
  end: number | NodeJS.Signals
}

interface Folders {
  home: string
  data: string
}

/**
 * Starts the host with a home and a data folder, without a keychain, and waits until it admits a tab or exits. Kills it
 * if it hangs.
 */
export async function startHost({ home, data }: Folders): Promise<AttackedHost | FailedStart> {
  const child = spawn(process.execPath, [program, '--no-open', '--data', data], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      DBUS_SESSION_BUS_ADDRESS: '',
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  let end: FailedStart['end'] | undefined
  const ended = once(child, 'close').then(([code, signal]) => (end = code ?? signal))
  const findLink = () => /http:\/\/127\.0\.0\.1:(\d+)\/#key=([\w-]+)\s/.exec(output)
  const hanging = setTimeout(() => child.kill('SIGKILL'), hangTimeoutMs)
  while (end === undefined && !findLink()) {
    await Promise.race([ended, once(child.stdout, 'data')])
  }
  clearTimeout(hanging)
  const [, port, key] = findLink() ?? []
  return port && key
    ? admitTab(child, Number(port), key, () => output)
    : { output, end: await ended }
}

async function admitTab(
  child: ChildProcess,
  port: number,
  key: string,
  output: () => string,
): Promise<AttackedHost> {
  const body = JSON.stringify({ key })
  const { text } = await send(port, requestText(port, { path: '/enter', body }))
  const [, tab] = /"secret":"([\w-]+)"/.exec(text) ?? []
  if (!tab) throw new Error(`It did not let its owner in: ${text}`)
  const host: AttackedHost = {
    port,
    usedKey: key,
    tab,
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    memory: () => readMemory(child.pid!),
    async call(name, input = {}, account) {
      const headers = { Authorization: `Bearer ${tab}` }
      const call = JSON.stringify({ name, input, account })
      return (await send(port, requestText(port, { headers, body: call }))).text
    },
    async signIn(url, token) {
      const answer = await host.call('accounts.add', { baseUrl: url, token })
      const [, id] = /"value":\{"id":"([^"]+)"/.exec(answer) ?? []
      if (!id) throw new Error(`It did not sign in: ${answer}`)
      return id
    },
    async stop() {
      if (!host.isRunning()) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
  return host
}

function readMemory(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
