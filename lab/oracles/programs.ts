import { execFile } from 'node:child_process'

export interface Run {
  code: number
  stdout: string
  /** Both outputs. */
  output: string
}

interface RunOptions {
  folder?: string
  input?: string
  variables?: NodeJS.ProcessEnv
}

/** Runs a program with this process's environment. */
export function run(
  program: string,
  args: readonly string[],
  { folder, input, variables }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        cwd: folder,
        // A shell tells git the path by which it entered the folder, which may be a link.
        env: { ...process.env, PWD: folder, GIT_TERMINAL_PROMPT: '0', ...variables },
        maxBuffer: 16 * 1024 * 1024,
        timeout: 30_000,
      },
      (error, stdout, stderr) =>
        resolve({
          code: error ? (typeof error.code === 'number' ? error.code : 1) : 0,
          stdout,
          output: stdout + stderr,
        }),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** Runs a program that must succeed, and returns its output without trailing blanks. */
export async function must(
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<string> {
  const { code, stdout, output } = await run(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`)
  return stdout.trimEnd()
}
