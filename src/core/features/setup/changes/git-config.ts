import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import { unfinishedPath, writeNewFile } from '../../../platform/files/atomic-write.ts'
import { readRegularFile } from '../../../platform/files/regular-file.ts'
import { runProgram } from '../../../platform/run-program.ts'
import { TaskLimiter } from '../../../platform/task-limiter.ts'
import type { GitEdit } from './git-edit.ts'
import { userFileLimit } from './recorded-changes.ts'
import { checkedPart } from './written-files.ts'

const options = {
  set: ['--replace-all'],
  add: ['--add'],
  remove: ['--fixed-value', '--unset-all'],
} as const

/** Edits a copy of a configuration file with `git config` and returns the new content. */
export async function editGitConfig(
  path: string,
  before: Buffer | undefined,
  edits: readonly GitEdit[],
  environment: NodeJS.ProcessEnv,
): Promise<Buffer> {
  // Keeps the copy in the same folder because it may contain secrets.
  const copy = unfinishedPath(path)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeNewFile(copy, before ?? '')
    for (const { name, value, how } of edits) {
      checkedPart('gitconfig', 'setting', name)
      checkedPart('gitconfig', name.endsWith('.email') ? 'email' : 'value', value)
      const args = ['config', '--file', copy, ...options[how], name, value]
      const { exitCode, stderr } = await runProgram('git', args, { environment, timeMs: 10_000 })
      if (exitCode !== 0) throw gitFailed(stderr.trim())
    }
    return readRegularFile(copy, userFileLimit)
  } finally {
    rmSync(copy, { force: true })
  }
}

/** The user's configuration chooses how many files are read. */
const limiter = new TaskLimiter()
/** How many included files to read for one answer; more than any real configuration has. */
export const includedFileLimit = 200

/**
 * A file's settings in order, optionally with those of included files. Empty if the file is missing or git can't read
 * it.
 */
export async function readGitConfigFile(
  path: string,
  environment: NodeJS.ProcessEnv,
  { includes = false } = {},
): Promise<GitSetting[]> {
  const options = includes ? ['--includes'] : []
  const args = ['config', '--file', path, ...options, '--null', '--list']
  // guard: config-processes
  const { stdout } = await limiter.take(() =>
    runProgram('git', args, { environment, timeMs: 10_000 }),
  )
  return parseGitConfig(stdout)
}

/**
 * A setting and its value. The name is lowercase except for the middle part, such as the URL in `url.<base>.insteadof`.
 */
export type GitSetting = readonly [name: string, value: string]

/**
 * Parses `git config --null --list`: name, line break, value. A name without a value is true, or empty if it is a text,
 * because git then refuses it.
 */
export function parseGitConfig(text: string): GitSetting[] {
  return text
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf('\n')
      // guard: missing-value
      if (at < 0) return [entry, textSetting.test(entry) ? '' : 'true']
      return [entry.slice(0, at), entry.slice(at + 1)]
    })
}

/** Settings that are shown, or determine where git pushes. */
const textSetting =
  /^(branch\..*\.(push)?remote|remote\.pushdefault|remote\..*\.((push)?url|vcs)|url\..*insteadof|core\.sshcommand|(user|author|committer)\.(name|email))$/s

function gitFailed(said: string): FailureError {
  const reason = message('setup.programFailed', { program: 'git', said: said.slice(0, 200) })
  return new FailureError({ kind: 'invalid', message: reason })
}
