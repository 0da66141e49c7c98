import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Repository } from '../../../../shared/operations/repositories.ts'
import { type BinaryRun, type ProgramOptions, runForBytes } from '../../../platform/run-program.ts'
import { parseGitConfig } from '../changes/git-config.ts'
import type { ScannedRepository } from './find-repositories.ts'

/** A setting that applies in a repository. */
export interface RepositorySetting {
  name: string
  value: string
  scope: 'system' | 'global' | 'local' | 'worktree'
  /** Absent if it doesn't come from a file. */
  file?: string
}

/** Git's view of a repository. */
export interface RepositorySettings {
  /** In the order in which git reads them. */
  settings: RepositorySetting[]
  /** The author that git would use for a commit; absent if git would refuse to commit. */
  author?: Person
  committer?: Person
  /** What git lacks for a commit. */
  missing?: 'no-name' | 'no-email'
}

interface Person {
  name: string
  email: string
}

/** Maximum number of concurrent git processes. */
const processesAtOnce = 8

/** Limits how many tasks run concurrently; the others wait in order. */
export class TaskLimiter {
  #free = processesAtOnce
  readonly #waiting: (() => void)[] = []

  async take<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((done) => this.#waiting.push(done))
    else this.#free -= 1
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

type Problem = NonNullable<Repository['problem']>

export interface RepositoryGit {
  environment: NodeJS.ProcessEnv
  limiter: TaskLimiter
  /** Timeout in ms. */
  timeMs?: number
}

interface Reading {
  command: readonly string[]
  /** The standard input for git; none by default. */
  input?: string
  /** The maximum output in bytes; 1 MiB by default. */
  maxOutput?: number
}

/**
 * Runs a read-only git command in a scanned repository. Guarantee: it neither fetches nor runs a program configured by
 * the repository, unless the command itself does.
 */
export function gitIn(
  path: string,
  { environment, limiter, timeMs = 10_000 }: RepositoryGit,
): (reading: Reading) => Promise<BinaryRun> {
  const options: ProgramOptions = {
    environment,
    timeMs,
    variables: {
      GIT_OPTIONAL_LOCKS: '0',
      // guard: no-lazy-fetch
      GIT_NO_LAZY_FETCH: '1',
      // Before 2.39.4, git fetches a partial clone's missing objects anyway unless no transport is allowed.
      // guard: no-transport
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_TERMINAL_PROMPT: '0',
      // Prevents git from using a repository in a parent folder.
      // guard: repository-above
      GIT_CEILING_DIRECTORIES: dirname(path),
    },
  }
  // Runs in another folder, because a relative entry in PATH would refer to the repository.
  const here = ['-C', path, '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  return ({ command, ...reading }) =>
    limiter.take(() => runForBytes('git', [...here, ...command], { ...options, ...reading }))
}

/**
 * Reads the settings that apply in a repository, and the author and committer of its commits, from git. No command runs
 * a program configured in the settings, such as a hook, filter, alias or signer.
 */
export async function readRepositorySettings(
  { path }: Pick<ScannedRepository, 'path'>,
  options: RepositoryGit,
): Promise<RepositorySettings | { problem: Problem }> {
  const git = gitIn(path, options)
  if (!existsSync(path)) return { problem: 'gone' }
  const list = await git({
    command: ['config', '--show-origin', '--show-scope', '--null', '--list'],
  })
  const problem = problemOf(list)
  if (problem) return { problem }
  const settings = parseScopes(list.stdout.toString(), path)
  // If git doesn't accept it as a repository, there are no local settings.
  if (!settings.some(({ scope }) => scope === 'local')) return { problem: 'unreadable' }
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((name) => git({ command: ['var', name] })),
  )
  if (author!.problem === 'timeout' || committer!.problem === 'timeout')
    return { problem: 'timed-out' }
  const refused = [author!, committer!].find(({ exitCode }) => exitCode !== 0)
  return {
    settings,
    ...personIn('author', author!),
    ...personIn('committer', committer!),
    ...(refused && { missing: missingPart(refused) }),
  }
}

function personIn(role: 'author' | 'committer', { stdout }: BinaryRun) {
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d{4}\s*$/.exec(stdout.toString()) ?? []
  return name === undefined || email === undefined ? {} : { [role]: { name, email } }
}

/** Git's messages in `ident.c`. */
function missingPart({ stderr }: BinaryRun): 'no-name' | 'no-email' {
  const isName = /^fatal: (no name|empty ident name|unable to auto-detect name|name consists)/m
  return isName.test(stderr) ? 'no-name' : 'no-email'
}

function problemOf({ problem, exitCode, stderr }: BinaryRun): Problem | undefined {
  if (problem === 'absent') return 'git-missing'
  if (problem === 'timeout') return 'timed-out'
  if (/dubious ownership/.test(stderr)) return 'other-owner'
  return exitCode === 0 ? undefined : 'unreadable'
}

/** Parses `git config --null --show-scope --show-origin --list`: scope, origin and setting. */
function parseScopes(text: string, path: string): RepositorySetting[] {
  const parts = text.split('\0')
  return parts.flatMap((part, at) => {
    if (at % 3 !== 2) return []
    const scope = parts[at - 2]!
    if (!isScope(scope)) return []
    const [origin] = /(?<=^file:).+/s.exec(parts[at - 1]!) ?? []
    const file = origin === undefined ? {} : { file: resolve(path, origin) }
    return parseGitConfig(part).map(([name, value]) => ({ name, value, scope, ...file }))
  })
}

function isScope(scope: string): scope is RepositorySetting['scope'] {
  return ['system', 'global', 'local', 'worktree'].includes(scope)
}
