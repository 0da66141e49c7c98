import { runProgram } from '../platform/run-program.ts'

/** Whether a private key can be opened without a passphrase. Uses ssh-keygen, so Latchkey never reads a private key. */
export async function opensWithoutPassphrase(
  path: string,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const args = ['-y', '-P', '', '-f', path]
  const { exitCode } = await runProgram('ssh-keygen', args, { environment, timeMs: 5_000 })
  return exitCode === 0
}

/** Whether anyone with a copy of a private key’s file could use it. Security keys can’t be copied. */
export async function isUnprotected(
  { type, path }: { type: string; path: string },
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  return !type.startsWith('sk-') && (await opensWithoutPassphrase(path, environment))
}
