import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passedOnEnvironment } from '../../../platform/run-program.ts'

/** What ssh-keygen and ssh-add run to ask for a passphrase: it reads one line of a pipe, which only they inherit. */
const script = `#!/bin/sh
IFS= read -r answer <&3 && printf '%s\\n' "$answer"
`

interface Options {
  environment: NodeJS.ProcessEnv
  passphrase: string
  /** How often the program asks. */
  times: number
}

/**
 * Runs a program of OpenSSH that asks for a passphrase, and returns its exit code and what it said. The passphrase is in the pipe
 * alone: in no argument, variable or file.
 */
export async function runWithPassphrase(
  program: string,
  args: readonly string[],
  { environment, passphrase, times }: Options,
): Promise<{ exitCode: number | null; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  try {
    const askpass = join(folder, 'askpass')
    writeFileSync(askpass, script)
    chmodSync(askpass, 0o700)
    const child = spawn(program, args, {
      env: {
        ...passedOnEnvironment(environment),
        SSH_ASKPASS: askpass,
        SSH_ASKPASS_REQUIRE: 'force',
      },
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: 30_000,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    const [, , stderr, pipe] = child.stdio
    let said = ''
    stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
    const input = pipe as NodeJS.WritableStream
    // It may end without asking.
    input.on('error', () => undefined)
    input.end(`${passphrase}\n`.repeat(times))
    const exitCode = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null)).on('close', resolve)
    })
    return { exitCode, said: said.trim().split('\n').at(-1) ?? '' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
