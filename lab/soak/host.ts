import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type RunningProgram, startProgram } from '../../e2e/support/process.ts'
import { enter, postJson } from '../../src/serve/testing/test-page.ts'
import type { Envelope } from '../../src/shared/rules/failure.ts'
import { readHeap } from './heap.ts'

/** The host’s current resource usage. Everything except counts is in MiB. */
export interface ResourceUsage {
  /** After garbage collection, including memory outside of V8. */
  heap: number
  /** The heap’s compiled code, and the rest of the heap. */
  code: number
  data: number
  rss: number
  openFiles: number
  threads: number
  databases: number
  logs: number
}

export interface SoakHost {
  origin: string
  /** The headers of its page. */
  headers: Record<string, string>
  call(name: string, input?: object, account?: string): Promise<Envelope>
  read(): Promise<ResourceUsage>
  stop(): Promise<void>
}

/** Starts the built browser host, with a debugger that can collect garbage and measure the heap. */
export async function startSoakHost(data: string): Promise<SoakHost> {
  const program = startProgram('out/main/serve.js', ['--no-open', '--port', '0', '--data', data], {
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
    DBUS_SESSION_BUS_ADDRESS: '',
    XDG_RUNTIME_DIR: '',
    LC_ALL: 'C.UTF-8',
  })
  const [, debuggerUrl] = await program.waitForOutput(/Debugger listening on (ws:\S+)/)
  const [, url] = await program.waitForOutput(/Latchkey is running at (\S+)/)
  const { origin } = new URL(url!)
  const headers = await enter(url!)
  return {
    origin,
    headers,
    async call(name, input = {}, account?) {
      const answer = await postJson(`${origin}/invoke`, { name, input, account }, headers)
      return (await answer.json()) as Envelope
    },
    async read() {
      const { whole, code } = await readHeap(debuggerUrl!)
      return {
        heap: whole,
        code,
        data: whole - code,
        ...readProcess(program),
        databases: sizeOf(data, /\.db/),
        logs: sizeOf(data, /^logs/),
      }
    },
    stop: () => program.stop(),
  }
}

function readProcess({
  pid,
}: RunningProgram): Pick<ResourceUsage, 'rss' | 'openFiles' | 'threads'> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) =>
    Number(new RegExp(String.raw`^${name}:\s*(\d+)`, 'm').exec(status)![1])
  return {
    rss: field('VmRSS') / 1024,
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  }
}

/** The total size of files below a folder whose path matches. */
function sizeOf(folder: string, path: RegExp): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !path.test(relative(folder, file))) continue
    // The file may have been deleted since.
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes / 2 ** 20
}
