import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { ignoreErrors } from './ignore-errors.ts'
import { after } from './time/scheduler.ts'

/** A program that ended, or why it did not. */
export interface ProgramRun {
  stdout: string
  stderr: string
  /** Absent if it was ended from outside. */
  exitCode?: number
  /** Not installed, or ended because it took too long or said too much. */
  problem?: 'absent' | 'timeout' | 'too-much'
}

export interface BinaryRun extends Omit<ProgramRun, 'stdout'> {
  stdout: Buffer
}

export interface ProgramOptions {
  /** What the program may know of it is in `passedOn`. */
  environment: NodeJS.ProcessEnv
  /** Milliseconds; undefined for a program that waits for somebody, which `signal` ends. */
  timeMs: number | undefined
  /** Ends the program when it aborts. */
  signal?: AbortSignal | undefined
  /** Further variables, none of them secret. */
  variables?: NodeJS.ProcessEnv
  /** Where it runs; the root of the disk unless told, so that no configuration of a folder counts. */
  folder?: string
  /** What it reads; nothing unless told. */
  input?: string
  /** What it, or a program that it starts, reads from the file descriptor 3: for secrets. */
  secret?: string
  /** Bytes of each of its two outputs; 1 MiB unless told. */
  maxOutput?: number
}

/** Variables that programs get; others may hold secrets. Windows needs the second half. */
const passedOn = [
  ...['HOME', 'PATH', 'SSH_AUTH_SOCK', 'GNUPGHOME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'LANG'],
  'GIT_CONFIG_NOSYSTEM',
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'PATHEXT', 'USERNAME'],
]

/** The variables of this process that a program may know. A copy of those of Windows has `Path`. */
export function passedOnEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = passedOn.map((name) => [name, environment[name]])
  const PATH = environment.PATH ?? environment.Path
  return { ...Object.fromEntries(named), PATH, LC_ALL: 'C' }
}

/**
 * Runs a program without a shell, without a terminal, and for a limited time; what it started ends with it then. Its messages are in
 * English.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramRun> {
  const { stdout, ...run } = await runForBytes(program, args, options)
  return { stdout: stdout.toString(), ...run }
}

/** The same for a program whose output is no text, or long. */
export function runForBytes(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<BinaryRun> {
  const { environment, timeMs, signal, variables, folder = '/' } = options
  const { input, secret, maxOutput = 1024 * 1024 } = options
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(program, args, {
      env: { ...passedOnEnvironment(environment), ...variables },
      cwd: folder,
      // In a group of its own, which is ended as a whole, and without the terminal of Latchkey.
      detached: isPosix,
      shell: false,
      windowsHide: true,
      stdio: secret === undefined ? 'pipe' : ['pipe', 'pipe', 'pipe', 'pipe'],
    })
    running.add(child)
    const finish = (outcome: Pick<ProgramRun, 'exitCode' | 'problem'>) => {
      if (!running.delete(child)) return
      cancel?.()
      signal?.removeEventListener('abort', onAbort)
      if (outcome.exitCode === undefined) endTree(child)
      resolve({ stdout: stdout(), stderr: stderr().toString(), ...outcome })
    }
    const cancel =
      timeMs === undefined
        ? undefined
        : after(timeMs, () => finish({ problem: 'timeout' }), { keepsAlive: true })
    const onAbort = () => finish({})
    const onTooMuch = () => finish({ problem: 'too-much' })
    const stdout = collect(child.stdout, maxOutput, onTooMuch)
    const stderr = collect(child.stderr, maxOutput, onTooMuch)
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      finish(code === 'ENOENT' ? { problem: 'absent' } : {}),
    )
    child.once('close', (exitCode) => finish(exitCode === null ? {} : { exitCode }))
    // It may have ended before it read.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
    if (secret !== undefined) {
      const pipe = child.stdio[3] as Writable
      pipe.on('error', () => undefined)
      pipe.end(secret)
    }
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
  })
}

const isPosix = process.platform !== 'win32'

/** The programs that have not ended. They would outlive Latchkey, being in groups of their own. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(endTree))

/** Collects an output up to a limit; the returned function tells what has come so far. */
function collect(
  stream: NodeJS.ReadableStream | null,
  limit: number,
  onTooMuch: () => void,
): () => Buffer {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    if (size > limit) onTooMuch()
    else chunks.push(chunk)
  })
  return () => Buffer.concat(chunks)
}

/** Ends a program with all that it started, and lets go of its outputs, which others may still hold. */
function endTree(child: ChildProcess): void {
  const { pid } = child
  // It fails where nothing of it runs any more.
  // guard: program-tree
  if (pid !== undefined)
    ignoreErrors(() => (isPosix ? process.kill(-pid, 'SIGKILL') : killTree(child, pid)))
  child.stdout?.destroy()
  child.stderr?.destroy()
}

/** Windows has no groups of processes that could be ended. */
function killTree(child: ChildProcess, pid: number): void {
  const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  const options = { windowsHide: true, stdio: 'ignore' } as const
  spawn(program, ['/pid', String(pid), '/t', '/f'], options).on('error', () => child.kill())
}
