import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Repository } from '../../../shared/operations/repositories.ts'
import { type BinaryRun, type ProgramOptions, runForBytes } from '../../platform/run-program.ts'
import { memoize } from '../../platform/memoize.ts'
import type { TaskLimiter } from '../../platform/task-limiter.ts'
import { parseGitConfig } from '../changes/git-config.ts'
import { isAmbiguousPath } from '../home-paths.ts'
import {
  type RefusedSetting,
  lateReaders,
  refusedCleanup,
  refusedSetting,
  settingReaders,
} from '../survey/refused-setting.ts'
import {
  type ScannedRepository,
  commonFolder,
  hasLegacyRemotes,
  readBranch,
} from './find-repositories.ts'
import {
  type PushTarget,
  isSurePush,
  pushRemote,
  pushTarget,
  targetOf,
  urlLimit,
} from './push-target.ts'

/** A setting that applies in a repository. */
export interface RepositorySetting {
  name: string
  value: string
  scope: 'system' | 'global' | 'local' | 'worktree' | 'command'
  /** Absent if it doesn't come from a file. */
  file?: string
}

/** The settings of a repository, according to git. */
export interface SettingsInRepository {
  /** In the order in which git reads them. */
  settings: RepositorySetting[]
  /** The repository's own settings file, shared by its worktrees. */
  configFile: string
  /** The file with a worktree's own settings; it may not exist. */
  worktreeFile: string
  /** The remote to which git pushes. */
  target?: PushTarget
  /** The setting that makes git refuse to commit or push. */
  refused?: RefusedSetting
}

/** Git's view of a repository. */
export interface RepositorySettings extends SettingsInRepository {
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

export type ReadProblem = NonNullable<Repository['problem']>

export interface RepositoryGit {
  environment: NodeJS.ProcessEnv
  /** Those of a terminal that determine what git commits there. */
  terminal?: NodeJS.ProcessEnv | undefined
  limiter: TaskLimiter
  /** Timeout in ms. */
  timeMs?: number
  /** Ends git, and doesn't start it any more. */
  signal?: AbortSignal | undefined
}

interface Reading {
  command: readonly string[]
  /** The standard input for git; none by default. */
  input?: string
  /** Additional variables. */
  variables?: NodeJS.ProcessEnv
  /** The maximum output in bytes; 1 MiB by default. */
  maxOutput?: number
}

/**
 * Runs a read-only git command in a scanned repository. Guarantee: it neither fetches nor runs a program configured by
 * the repository, unless the command itself does.
 */
export function gitIn(
  path: string,
  { environment, limiter, terminal, timeMs = 10_000, signal }: RepositoryGit,
): (reading: Reading) => Promise<BinaryRun> {
  const options: ProgramOptions = {
    environment,
    timeMs,
    signal,
    variables: {
      ...terminal,
      GIT_OPTIONAL_LOCKS: '0',
      // guard: no-lazy-fetch
      GIT_NO_LAZY_FETCH: '1',
      // Before 2.39.4, git fetches a partial clone's missing objects anyway unless no transport is allowed.
      // guard: no-transport
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_TERMINAL_PROMPT: '0',
      // A small file may contain a commit of gigabytes.
      // guard: object-size
      GIT_ALLOC_LIMIT: '64m',
      // Git shows a replaced commit (git-replace(1)) as another one, but pushes the original.
      // guard: replaced-commits
      GIT_NO_REPLACE_OBJECTS: '1',
      // Prevents git from using a repository in a parent folder.
      // guard: repository-above
      GIT_CEILING_DIRECTORIES: dirname(path),
      // Git also compares conditions of includes with the path by which a terminal entered the folder.
      // guard: entered-path
      PWD: terminal?.PWD ?? path,
    },
  }
  // Runs in another folder, because a relative entry in PATH would refer to the repository.
  const here = ['-C', path, '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  return ({ command, variables, ...reading }) =>
    limiter.take(async () =>
      signal?.aborted
        ? { stdout: Buffer.alloc(0), stderr: '' }
        : runForBytes('git', [...here, ...command], {
            ...options,
            ...reading,
            variables: { ...variables, ...options.variables },
          }),
    )
}

/**
 * Reads the settings that apply in a repository, and the author and committer of its commits, from git. No command runs
 * a program configured in the settings, such as a hook, filter, alias or signer.
 */
export async function readRepositorySettings(
  repository: ReadableRepository,
  options: RepositoryGit,
  reading = readSettingsIn(repository, options),
): Promise<RepositorySettings | { problem: ReadProblem }> {
  const read = await reading
  if ('problem' in read) return read
  const git = gitIn(repository.path, options)
  const [author, committer, ...readers] = await Promise.all(
    [
      ['var', 'GIT_AUTHOR_IDENT'],
      ['var', 'GIT_COMMITTER_IDENT'],
      // There are no commits without a working tree.
      ...(repository.kind === 'bare'
        ? []
        : [...settingReaders.commit, ...lateReaders(read.settings)]),
      ...settingReaders.push,
    ].map((command) => git({ command })),
  )
  if (author!.problem === 'timeout' || committer!.problem === 'timeout')
    return { problem: 'timed-out' }
  const refused =
    read.refused ??
    refusedSetting(readers, read.settings, { folder: repository.path }) ??
    refusedDate({ author: author!, committer: committer! }) ??
    (repository.kind === 'bare' ? undefined : refusedCleanup(read.settings))
  const failed = [author!, committer!].find(({ exitCode }) => exitCode !== 0)
  return {
    ...read,
    ...personIn('author', author!),
    ...personIn('committer', committer!),
    ...(refused ? { refused } : failed && { missing: missingPart(failed) }),
  }
}

type ReadableRepository = Pick<ScannedRepository, 'path' | 'gitFolder'> &
  Partial<Pick<ScannedRepository, 'kind'>>

/** Reads the settings that apply in a repository. Fails if git finds it in another place than the scan did. */
export async function readSettingsIn(
  { path, gitFolder }: ReadableRepository,
  options: RepositoryGit,
): Promise<SettingsInRepository | { problem: ReadProblem }> {
  const git = gitIn(path, options)
  if (!existsSync(path)) return { problem: 'gone' }
  const [list, folder] = await Promise.all([
    git({ command: ['config', '--show-origin', '--show-scope', '--null', '--list'] }),
    git({ command: ['rev-parse', '--absolute-git-dir', '--git-common-dir'] }),
  ])
  const settings = parseScopes(list.stdout.toString(), path)
  const refused = refusedSetting([folder], settings, { folder: path })
  const problem = problemOf(list) ?? (refused ? undefined : problemOf(folder))
  if (problem) return { problem }
  // Included files follow their include, so the first file is the repository's own. Without local settings, git doesn't
  // accept it as a repository.
  const configFile = settings.find(({ scope }) => scope === 'local')?.file
  if (configFile === undefined || gitFolder === undefined) return { problem: 'unreadable' }
  const [first, commonOfGit, ...others] = folder.stdout.toString().split('\n')
  // A line break in a path could name another file.
  if (others.join('') !== '') return { problem: 'unreadable' }
  const gitFolderOfGit = first || gitFolder
  // guard: same-folder
  if (!(await isSameFolder(gitFolder, gitFolderOfGit))) return { problem: 'unreadable' }
  const real = await Promise.all([gitFolderOfGit, dirname(configFile)].map(realOf))
  // guard: utf8-git
  if ([...real, configFile].some(isAmbiguousPath)) return { problem: 'not-utf8' }
  // Git may refuse to name more than the file with the settings.
  const common = commonOfGit
    ? resolve(path, commonOfGit)
    : await commonFolder(gitFolder).catch(() => '')
  const isOwn = await isSameFolder(common, dirname(configFile))
  if (!isOwn || basename(configFile) !== 'config') return { problem: 'unreadable' }
  const head = await readBranch(gitFolderOfGit, common)
  const branch = head === 'unusual' ? await branchOfGit(git) : head
  // Such a name may be another branch's.
  if (branch?.name.includes('\ufffd')) return { problem: 'unreadable' }
  const target = await targetOfGit(git, { settings, configFile }, branch?.name)
  if (target?.name.includes('\ufffd')) return { problem: 'unreadable' }
  const worktreeFile = join(gitFolderOfGit, 'config.worktree')
  return {
    settings,
    configFile,
    worktreeFile,
    ...(target && { target }),
    ...(refused && { refused }),
  }
}

/** The remote to push to, according to git if it may be in other files than the settings, or they aren't sure. */
async function targetOfGit(
  git: ReturnType<typeof gitIn>,
  { settings, configFile }: Pick<SettingsInRepository, 'settings' | 'configFile'>,
  branch: string | undefined,
): Promise<PushTarget | undefined> {
  // guard: legacy-remotes
  const usual = pushTarget(settings, branch)
  if (isSurePush(settings) && !(await hasLegacyRemotes(dirname(configFile)))) return usual
  const { name } = pushRemote(settings, branch)
  const { exitCode, problem, stdout, stderr } = await git({
    command: ['remote', 'get-url', '--push', '--all', '--', name],
  })
  // guard: refused-remote
  if (/^fatal: bad config variable/m.test(stderr)) return undefined
  if (exitCode !== 0 && problem !== 'too-much') return usual
  const urls = stdout.toString().split('\n').filter(Boolean)
  // guard: legacy-url-count
  return targetOf(settings, name, urls.slice(0, urlLimit))
}

async function isSameFolder(first: string, second: string): Promise<boolean> {
  const [a, b] = await Promise.all([first, second].map(realOf))
  return a === b
}

/** Resolves links before any `..`, as git does. */
const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)

async function branchOfGit(git: ReturnType<typeof gitIn>): Promise<{ name: string } | undefined> {
  const { exitCode, stdout } = await git({ command: ['symbolic-ref', '--quiet', 'HEAD'] })
  const [, name] = /^refs\/heads\/(.+)\n$/.exec(stdout.toString()) ?? []
  return exitCode === 0 && name !== undefined ? { name } : undefined
}

function personIn(role: 'author' | 'committer', { stdout }: BinaryRun) {
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d{4}\s*$/.exec(stdout.toString()) ?? []
  return name === undefined || email === undefined ? {} : { [role]: { name, email } }
}

/** A date in a terminal's variable that git refuses (`fmt_ident` in `ident.c`). */
function refusedDate(runs: Record<'author' | 'committer', BinaryRun>): RefusedSetting | undefined {
  for (const [role, { stderr }] of Object.entries(runs)) {
    const [, said] = /^fatal: (invalid date format: .*)$/m.exec(stderr) ?? []
    // guard: refused-date
    if (said !== undefined) return { setting: `GIT_${role.toUpperCase()}_DATE`, said }
  }
  return undefined
}

/** Git's messages in `ident.c`. */
function missingPart({ stderr }: BinaryRun): 'no-name' | 'no-email' {
  const isName = /^fatal: (no name|empty ident name|unable to auto-detect name|name consists)/m
  return isName.test(stderr) ? 'no-name' : 'no-email'
}

function problemOf({ problem, exitCode, stderr }: BinaryRun): ReadProblem | undefined {
  if (problem === 'absent') return 'git-missing'
  if (problem === 'timeout') return 'timed-out'
  if (/dubious ownership/.test(stderr)) return 'other-owner'
  return exitCode === 0 ? undefined : 'unreadable'
}

/** Parses `git config --null --show-scope --show-origin --list`: scope, origin and setting. */
export function parseScopes(text: string, path: string): RepositorySetting[] {
  const parts = text.split('\0')
  // Thousands of settings may come from one file, whose path may be long.
  // guard: shared-paths
  const fileOf = memoize((origin: string) => resolve(path, origin))
  return parts.flatMap((part, at) => {
    if (at % 3 !== 2) return []
    const scope = parts[at - 2]!
    if (!isScope(scope)) return []
    const [origin] = /(?<=^file:).+/s.exec(parts[at - 1]!) ?? []
    const file = origin === undefined ? {} : { file: fileOf(origin) }
    return parseGitConfig(part).map(([name, value]) => ({ name, value, scope, ...file }))
  })
}

function isScope(scope: string): scope is RepositorySetting['scope'] {
  return ['system', 'global', 'local', 'worktree', 'command'].includes(scope)
}
