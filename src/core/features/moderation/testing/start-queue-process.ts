import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'
import type { Work } from './queue-process.ts'

/** A process that runs `queue-process.ts`. */
export interface QueueProcess {
  child: ChildProcess
  /** The printed lines, one per acknowledged action. */
  lines: string[]
  /** Waits until it has printed this many lines or has exited. */
  printed(count: number): Promise<unknown>
  /** The IDs in lines that start with this word. */
  ids(word: string): number[]
  errors(): string
}

/** Starts the process, optionally with a file size limit. */
export function startQueueProcess(work: Work, fileKilobytes?: number): QueueProcess {
  const program = join(import.meta.dirname, 'queue-process.ts')
  const command = [process.execPath, program, JSON.stringify(work)]
  // Keeps later starts from compiling the same files again.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(work.folder, 'compiled') }
  const child =
    fileKilobytes === undefined
      ? spawn(command[0]!, command.slice(1), { env })
      : spawn('bash', ['-c', `ulimit -f ${fileKilobytes}; exec "$@"`, 'bash', ...command], { env })
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return {
    child,
    lines,
    printed: (count) =>
      vi.waitUntil(() => lines.length >= count || child.exitCode !== null, {
        timeout: 120_000,
        interval: 5,
      }),
    ids: (word) =>
      lines.flatMap((line) => (line.startsWith(`${word} `) ? [Number(line.split(' ')[1])] : [])),
    errors: () => errors,
  }
}
