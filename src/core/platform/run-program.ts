import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { ignoreErrors } from './ignore-errors.ts'
import { after } from './time/scheduler.ts'

/** A program's result, or why there is none. */
export interface ProgramRun {
  stdout: string
  stderr: string
  /** Absent if it was killed. */
  exitCode?: number
  /** Not installed, or killed because it ran too long or wrote too much. */
  problem?: 'absent' | 'timeout' | 'too-much'
}

export interface BinaryRun extends Omit<ProgramRun, 'stdout'> {
  stdout: Buffer
}

export interface ProgramOptions {
  /** `passedOn` lists which of these variables are passed to the program. */
  environment: NodeJS.ProcessEnv
  /** Time limit (ms); undefined for a program that waits for the user and is ended by `signal`. */
  timeMs: number | undefined
  /** Kills the program when it aborts. */
  signal?: AbortSignal | undefined
  /** Additional variables, none of them secret. */
  variables?: NodeJS.ProcessEnv
  /** Working folder; by default the disk's root, so no folder's configuration applies. */
  folder?: string
  /** Its standard input; empty by default. */
  input?: string
  /** Data that the program or its child processes read from file descriptor 3; used for secrets. */
  secret?: string
  /** Limit in bytes for each of its two outputs; 1 MiB by default. */
  maxOutput?: number
}

/** Variables to pass to programs; others may contain secrets. Windows needs the second half. */
const passedOn = [
  ...['HOME', 'PATH', 'SSH_AUTH_SOCK', 'GNUPGHOME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'LANG'],
  'GIT_CONFIG_NOSYSTEM',
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'PATHEXT', 'USERNAME'],
]

/** This process's variables to pass to a program. On Windows, a copy of the environment contains `Path`. */
export function passedOnEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passedVariables = passedOn.map((name) => [name, environment[name]])
  const PATH = withoutMount(environment.PATH ?? environment.Path, environment.APPDIR)
  return { ...Object.fromEntries(passedVariables), PATH, LC_ALL: 'C' }
}

/** Drops an AppImage's own folders from the path, which only Latchkey itself needs. */
function withoutMount(path: string | undefined, mount: string | undefined): string | undefined {
  if (!path || !mount) return path
  const isInside = (folder: string) => folder === mount || folder.startsWith(`${mount}/`)
  return path
    .split(':')
    .filter((folder) => !isInside(folder))
    .join(':')
}

/**
 * Runs a program without a shell or terminal and for a limited time, after which it is killed along with its child
 * processes. Its messages are in English.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramRun> {
  const { stdout, ...run } = await runForBytes(program, args, options)
  return { stdout: stdout.toString(), ...run }
}

/** The same for a program with binary or long output. */
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
      // In its own process group, which can be killed as a whole, and without Latchkey's terminal.
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
    // It may have ended before it read its input.
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

/** Programs that are still running. They would outlive Latchkey, because they are in their own process groups. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach(endTree))

/** Collects output up to a limit; the returned function returns the output so far. */
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

/**
 * Kills a program along with its child processes, and closes its outputs, which other processes may still have open.
 */
function endTree(child: ChildProcess): void {
  const { pid } = child
  // Fails if none of its processes are running anymore.
  // guard: program-tree
  if (pid !== undefined)
    ignoreErrors(() => (isPosix ? process.kill(-pid, 'SIGKILL') : killTree(child, pid)))
  child.stdout?.destroy()
  child.stderr?.destroy()
}

/** Windows has no process groups to kill. */
function killTree(child: ChildProcess, pid: number): void {
  const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  const options = { windowsHide: true, stdio: 'ignore' } as const
  spawn(program, ['/pid', String(pid), '/t', '/f'], options).on('error', () => child.kill())
}
