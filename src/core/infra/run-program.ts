import { type ExecFileException, execFile } from 'node:child_process'

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
  /** Milliseconds. */
  timeMs: number
  /** Further variables, none of them secret. */
  variables?: Record<string, string>
  /** Where it runs; the root of the disk unless told, so that no configuration of a folder counts. */
  folder?: string
  /** What it reads. */
  input?: string
  /** Bytes; 1 MiB unless told. */
  maxOutput?: number
}

/** Variables that programs get; others may hold secrets. Windows needs the second half. */
const passedOn = [
  ...['HOME', 'PATH', 'SSH_AUTH_SOCK', 'GNUPGHOME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'LANG'],
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'PATHEXT', 'USERNAME'],
]

/** The variables of this process that a program may know. */
export function passedOnEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = passedOn.map((name) => [name, environment[name]])
  return { ...Object.fromEntries(named), LC_ALL: 'C' }
}

/** Runs a program without a shell, without a terminal, and for a limited time. Its messages are in English. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramRun> {
  const { stdout, problem, ...run } = await runForBytes(program, args, options)
  return { ...run, stdout: stdout.toString(), ...(problem && { problem }) }
}

/** The same for a program whose output is no text, or long. */
export function runForBytes(
  program: string,
  args: readonly string[],
  { environment, timeMs, variables, folder = '/', input, maxOutput = 1024 * 1024 }: ProgramOptions,
): Promise<BinaryRun> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        env: { ...passedOnEnvironment(environment), ...variables },
        cwd: folder,
        encoding: 'buffer',
        maxBuffer: maxOutput,
        timeout: timeMs,
        killSignal: 'SIGKILL',
        shell: false,
        windowsHide: true,
      },
      (error, stdout, bytes) => {
        const stderr = bytes.toString()
        if (!error) return resolve({ stdout, stderr, exitCode: 0 })
        const problem = problemOf(error)
        if (problem) return resolve({ stdout, stderr, problem })
        const exitCode = typeof error.code === 'number' ? error.code : undefined
        resolve({ stdout, stderr, ...(exitCode !== undefined && { exitCode }) })
      },
    )
    // It may have ended before it read.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

function problemOf({ code, killed }: ExecFileException): ProgramRun['problem'] {
  if (code === 'ENOENT') return 'absent'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'too-much'
  return killed ? 'timeout' : undefined
}
