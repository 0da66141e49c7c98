import { execFile } from 'node:child_process'

/** A program that ended, or why it did not. */
export interface ProgramRun {
  stdout: string
  stderr: string
  /** Absent if it was ended from outside. */
  exitCode?: number
  /** Not installed, or ended because it took too long. */
  problem?: 'absent' | 'timeout'
}

export interface ProgramOptions {
  /** What the program may know of it is in `passedOn`. */
  environment: NodeJS.ProcessEnv
  /** Milliseconds. */
  timeMs: number
}

/** Variables that programs get; others may hold secrets. Windows needs the second half. */
const passedOn = [
  ...['HOME', 'PATH', 'SSH_AUTH_SOCK', 'GNUPGHOME', 'XDG_RUNTIME_DIR', 'LANG'],
  ...['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'PATHEXT', 'USERNAME'],
]

/** Bytes. */
const maxOutput = 1024 * 1024

/** Runs a program without a shell, without a terminal, with nothing to read, and for a limited time. Its messages are in English. */
export function runProgram(
  program: string,
  args: readonly string[],
  { environment, timeMs }: ProgramOptions,
): Promise<ProgramRun> {
  const env = Object.fromEntries(passedOn.map((name) => [name, environment[name]]))
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        env: { ...env, LC_ALL: 'C' },
        maxBuffer: maxOutput,
        timeout: timeMs,
        killSignal: 'SIGKILL',
        shell: false,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (!error) return resolve({ stdout, stderr, exitCode: 0 })
        if (error.code === 'ENOENT') return resolve({ stdout, stderr, problem: 'absent' })
        if (error.killed) return resolve({ stdout, stderr, problem: 'timeout' })
        const exitCode = typeof error.code === 'number' ? error.code : undefined
        resolve({ stdout, stderr, ...(exitCode !== undefined && { exitCode }) })
      },
    )
    child.stdin?.end()
  })
}
