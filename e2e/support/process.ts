import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const project = join(import.meta.dirname, '../..')

/** One of the project’s programs, running alongside the test. */
export interface RunningProgram {
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Waits until its output matches a pattern; returns the first match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  /** Presses Enter in its terminal. */
  pressEnter(): void
  kill(signal: NodeJS.Signals): Promise<void>
  /** Stops it as Ctrl+C does and waits for it to exit. */
  stop(): Promise<void>
}

/** Speeds up programs that tests start over and over. */
const compileCacheFolder = join(project, 'node_modules/.cache/compiled')

/**
 * Starts a Node program with these arguments and, optionally, additional environment variables. `starter` is a command that
 * starts it.
 */
export function startProgram(
  entry: string,
  flags: string[],
  env: Record<string, string> = {},
  starter: readonly string[] = [],
): RunningProgram {
  const [program, ...args] = [...starter, process.execPath, join(project, entry), ...flags]
  const child = spawn(program!, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  }
  const kill = (signal: NodeJS.Signals) => killAndWait(child, signal)
  return {
    pid: child.pid!,
    output: () => text,
    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match
        if (hasEnded(child)) throw new Error(`${entry} ended: ${text}`)
        await Promise.race([
          once(child.stdout, 'data'),
          once(child.stderr, 'data'),
          once(child, 'exit'),
        ])
      }
    },
    pressEnter: () => void child.stdin.write('\n'),
    kill,
    stop: () => kill('SIGINT'),
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  await once(child, 'exit')
}
