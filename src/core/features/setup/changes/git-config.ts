import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { runProgram } from '../../../infra/run-program.ts'

/** A setting of git, such as `user.email`. */
export interface GitSetting {
  name: string
  before?: string | undefined
  after: string
}

/** Sets values in a copy of a configuration file, as `git config` does, and returns the new content. */
export async function editGitConfig(
  path: string,
  before: Buffer | undefined,
  settings: readonly GitSetting[],
  environment: NodeJS.ProcessEnv,
): Promise<Buffer> {
  // Beside the file, because it may contain secrets of its own.
  const copy = `${path}.next`
  try {
    writeFileSync(copy, before ?? '', { mode: 0o600 })
    for (const { name, after } of settings) {
      const args = ['config', '--file', copy, '--replace-all', name, after]
      const { exitCode, stderr } = await runProgram('git', args, { environment, timeMs: 10_000 })
      if (exitCode !== 0) throw gitFailed(stderr.trim())
    }
    return readFileSync(copy)
  } finally {
    rmSync(copy, { force: true })
  }
}

function gitFailed(said: string): FailureError {
  const reason = message('setup.programFailed', { program: 'git', said: said.slice(0, 200) })
  return new FailureError({ kind: 'invalid', message: reason })
}
