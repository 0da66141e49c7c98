import type { Dirent, Stats } from 'node:fs'
import { access, constants, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Repository, RepositoryScan } from '../../../shared/operations/repositories.ts'
import {
  repositoryDepthLimit,
  repositoryLimit,
  repositoryScanMs,
  visitedFolderLimit,
} from '../../../shared/rules/repositories.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { readRegularFile, withRegularFile } from '../../platform/files/regular-file.ts'
import { after } from '../../platform/time/scheduler.ts'
import { isAmbiguousPath, isNetworkPath } from '../home-paths.ts'
import {
  type ConfigLine,
  configFileLimit,
  isSimpleConfig,
  parseConfigLines,
  simpleLimit,
} from './config-lines.ts'
import { isPushSetting } from './push-target.ts'

/** A repository as its files describe it. */
export interface ScannedRepository extends Pick<Repository, 'kind' | 'problem'> {
  /** Its folder. */
  path: string
  /** The Git folder that its files name, where git must look, too. Not normalized, since `..` may follow a link. */
  gitFolder?: string
  /** The current branch; absent if HEAD is detached or only git can tell. */
  branch?: string
  /** The settings that determine where git pushes; absent if its files are unusual, so that only git can tell. */
  pushSettings?: readonly ConfigLine[]
}

export interface FoundRepositories extends Pick<RepositoryScan, 'limits'> {
  repositories: ScannedRepository[]
  problems: { folder: string; problem: 'missing' | 'unreadable' }[]
}

interface Search {
  signal: AbortSignal
  onProgress(progress: { repositories: number; folders: number }): void
  /** Overrides for tests, which use lower limits. */
  limits?: Partial<typeof usualLimits>
}

const usualLimits = {
  repositories: repositoryLimit,
  folders: visitedFolderLimit,
  depth: repositoryDepthLimit,
  ms: repositoryScanMs,
}

/** Depth to search inside a repository for nested ones. */
const depthInside = 4
/** Number of folders read concurrently. */
const readAtOnce = 32
/** How many settings of a repository are kept; git is asked about repositories with more. */
const pushSettingLimit = 300
/** How many folders are read between progress reports. */
const progressStep = 500

/** Folders with many files but no working repositories. */
const skippedNames = new Set(['.git', 'node_modules', '.cache'])

interface Folder {
  path: string
  /** How many levels to search below it. */
  depth: number
  /** Selected by the user, inside a repository, or anywhere else below. */
  place: 'chosen' | 'inside' | 'below'
}

/**
 * Searches folders for repositories, level by level. Guarantees: doesn't follow links, reads only regular files, and
 * never accesses the network through a mount; stops when the signal is aborted, even if a disk doesn’t respond.
 */
export async function findRepositories(
  folders: readonly string[],
  { signal, onProgress, limits: ownLimits }: Search,
): Promise<FoundRepositories> {
  const limits = { ...usualLimits, ...ownLimits }
  const result: FoundRepositories = { repositories: [], limits: [], problems: [] }
  const mounts = mountsToSkip()
  let visited = 0

  async function searchFolder({ path, depth: depthHere, place }: Folder): Promise<Folder[]> {
    const entries = await readFolder(path)
    if (entries === undefined || hasEnded) return []
    visited += 1
    if (visited % progressStep === 0)
      onProgress({ repositories: result.repositories.length, folders: visited })
    const repository = await readRepository(path, entries)
    if (hasEnded || result.limits.includes('too-many')) return []
    if (repository) {
      if (result.repositories.length === limits.repositories) return stop('too-many')
      result.repositories.push(repository)
      if (repository.kind === 'bare') return []
    }
    // The home folder may itself be a repository.
    const isEntered = repository !== undefined && place === 'below'
    const depth = isEntered ? Math.min(depthHere, depthInside) : depthHere
    const placeBelow = isEntered || place === 'inside' ? 'inside' : 'below'
    // guard: repository-links
    const folders = entries.filter((entry) => entry.isDirectory())
    const below = folders
      .filter(({ name }) => !skippedNames.has(name))
      .map(({ name }) => join(path, name))
      .filter((child) => !mounts.has(child))
    if (below.length > 0 && depth === 0) return placeBelow === 'inside' ? [] : stop('too-deep')
    return below.map((child) => ({ path: child, depth: depth - 1, place: placeBelow }))
  }

  function stop(limit: (typeof result.limits)[number]): [] {
    if (!result.limits.includes(limit)) result.limits.push(limit)
    return []
  }

  async function search(): Promise<void> {
    let level = await startingFolders(folders, limits.depth, result.problems)
    while (level.length > 0 && !hasEnded) {
      const next: Folder[] = []
      for (let at = 0; at < level.length && !hasEnded; at += readAtOnce) {
        if (visited >= limits.folders) stop('too-many')
        if (result.limits.includes('too-many')) return
        const children = await Promise.all(level.slice(at, at + readAtOnce).map(searchFolder))
        for (const some of children) next.push(...some)
      }
      level = next
    }
  }

  let hasEnded = false
  const ended = new Promise<void>((done) => {
    const end = (limit: 'canceled' | 'timed-out') => {
      hasEnded = true
      stop(limit)
      done()
    }
    // guard: scan-time
    const cancel = after(limits.ms, () => end('timed-out'))
    if (signal.aborted) end('canceled')
    signal.addEventListener('abort', () => end('canceled'), { once: true })
    void search().finally(() => {
      cancel()
      done()
    })
  })
  await ended
  hasEnded = true
  // Names that aren't UTF-8 may be decoded to the same one.
  const byPath = new Map(result.repositories.map((repository) => [repository.path, repository]))
  result.repositories = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return result
}

/** The selected folders that exist, without those in another one or linked to it. */
async function startingFolders(
  folders: readonly string[],
  depth: number,
  problems: FoundRepositories['problems'],
): Promise<Folder[]> {
  const uniqueFolders = [...new Set(folders.map((folder) => resolve(folder)))]
  const isBelow = (path: string, other: string) =>
    path !== other && path.startsWith(other.endsWith('/') ? other : join(other, '/'))
  const places = await Promise.all(
    uniqueFolders.map(async (path) => ({ path, real: await realpath(path).catch(() => path) })),
  )
  // Of folders that are the same, the one that isn't a link comes first.
  places.sort((a, b) => Number(a.path !== a.real) - Number(b.path !== b.real))
  const outermost = places
    .filter(
      ({ real }, at) =>
        !places.some((other, index) =>
          real === other.real ? index < at : isBelow(real, other.real),
        ),
    )
    .map(({ path }) => path)
  const start: Folder[] = []
  for (const path of outermost) {
    const problem = await folderProblem(path)
    if (problem) problems.push({ folder: path, problem })
    else start.push({ path, depth, place: 'chosen' })
  }
  return start
}

/** Why a folder can’t be searched; undefined if it can. */
export async function folderProblem(path: string): Promise<'missing' | 'unreadable' | undefined> {
  try {
    await readdir(path)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable'
  }
}

/** Undefined if the folder can’t be read or no longer exists. */
async function readFolder(path: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    return undefined
  }
}

/** The repository whose working tree is this folder. */
async function readRepository(
  path: string,
  entries: readonly Dirent[],
): Promise<ScannedRepository | undefined> {
  const entry = entries.find(({ name }) => name === '.git')
  if (!entry && !isBare(entries)) return undefined
  const dotGit = join(path, '.git')
  try {
    if (!entry) return await describe({ path, kind: 'bare' }, path)
    // Git follows a link here.
    const kind: Pick<Dirent, 'isDirectory' | 'isFile'> = entry.isSymbolicLink()
      ? await stat(dotGit)
      : entry
    if (kind.isDirectory()) return await describe({ path, kind: 'clone' }, dotGit)
    return kind.isFile() ? await readLinkedRepository(path, dotGit) : undefined
  } catch {
    return { path, kind: entry ? 'clone' : 'bare', problem: 'unreadable' }
  }
}

function isBare(entries: readonly Dirent[]): boolean {
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  return ['HEAD', 'objects/', 'refs/'].every((name) => names.includes(name))
}

/** A worktree, a submodule, or a clone with a separate git folder: `.git` is a file that points to it. */
async function readLinkedRepository(
  path: string,
  dotGit: string,
): Promise<ScannedRepository | undefined> {
  const folder = await readPointer(path, dotGit, 'gitdir: ')
  const isSubmodule = /[\\/]\.git[\\/](.*[\\/])?modules[\\/]/.test(folder)
  const kind = isSubmodule ? 'submodule' : 'clone'
  return describe({ path, kind }, folder)
}

/**
 * Reads a file that names a folder, as git does (`read_gitfile_gently` and `get_common_dir` in `setup.c`): its complete
 * text except for final line breaks. Throws if that isn't one line, or if opening the folder would contact another
 * computer.
 */
async function readPointer(folder: string, file: string, prefix = ''): Promise<string> {
  const text = (await readText(file, 4096)).replace(/[\n\r]+$/, '')
  const named = text.slice(prefix.length)
  // guard: pointer-line
  if (/\p{Cc}/u.test(named)) throw new Error('The name of a folder has a control character.')
  if (!text.startsWith(prefix) || named === '') throw new Error('It names no folder.')
  // guard: network-folder
  if (isNetworkPath(named)) throw new Error('It is on another computer.')
  return isAbsolute(named) ? named : `${folder}/${named}`
}

/** The folder with the settings, which worktrees share. Git looks for this file in every Git folder. */
export async function commonFolder(gitFolder: string): Promise<string> {
  const file = `${gitFolder}/commondir`
  // guard: common-folder
  return (await isThere(file)) ? readPointer(gitFolder, file) : gitFolder
}

/** Adds a repository's settings and any problem; undefined if the folder isn’t a repository after all. */
async function describe(
  repository: Pick<ScannedRepository, 'path' | 'kind'>,
  gitFolder: string,
): Promise<ScannedRepository | undefined> {
  const { path } = repository
  // guard: utf8-path
  if ([path, gitFolder].some(isAmbiguousPath)) return { ...repository, problem: 'not-utf8' }
  const common = await commonFolder(gitFolder)
  const isWorktree = common !== gitFolder
  const kind = isWorktree && repository.kind !== 'bare' ? 'worktree' : repository.kind
  const owners = await Promise.all([path, gitFolder, common].map((folder) => lstat(folder)))
  // guard: repository-owner
  if (owners.some(hasOtherOwner)) return { path, kind, problem: 'other-owner' }
  // A link may lead to such a path, too.
  const real = await Promise.all([gitFolder, common].map((folder) => realpath(folder)))
  // guard: utf8-link
  if (real.some(isAmbiguousPath)) return { path, kind, problem: 'not-utf8' }
  const text = await readText(`${common}/config`, configFileLimit).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  })
  if (text === '' && !(await isThere(`${gitFolder}/HEAD`))) return undefined
  // Only git reads the rest of longer ones, because many such files at once would hold others up.
  // guard: parsed-length
  const settings = parseConfigLines(text.slice(0, simpleLimit))
  const isBare = settings.findLast(({ name }) => name === 'core.bare')?.value
  // A separate git folder of a clone looks the same.
  if (kind === 'bare' && isBare === 'false') return undefined
  const version = settings.findLast(({ name }) => name === 'core.repositoryformatversion')?.value
  const branch = await readBranch(gitFolder, common)
  const pushSettings = settings.filter(({ name }) => isPushSetting(name))
  const isSimple =
    // A list keeps those of all repositories.
    // guard: push-setting-count
    pushSettings.length <= pushSettingLimit &&
    // guard: simple-config
    isSimpleConfig(text) &&
    // Git refuses others.
    ['0', '1', undefined].includes(version) &&
    // Git may refuse a bare repository (git-config(1), `safe.bareRepository`).
    // guard: bare-repository
    kind !== 'bare' &&
    branch !== 'unusual' &&
    (await isGitFolder(gitFolder, common)) &&
    !(await hasLegacyRemotes(common))
  return {
    path,
    kind,
    gitFolder,
    ...(branch !== undefined && branch !== 'unusual' && { branch: branch.name }),
    ...(isSimple && { pushSettings }),
  }
}

/** Whether git accepts a Git folder (`is_git_directory` in `setup.c`), whose HEAD is valid; otherwise, it looks further. */
async function isGitFolder(gitFolder: string, common: string): Promise<boolean> {
  const folders = [`${common}/objects`, `${common}/refs`]
  const isFolder = async (path: string) => {
    // Git needs this permission, too.
    await access(path, constants.X_OK)
    return (await stat(path)).isDirectory()
  }
  const all = await Promise.all(folders.map((path) => isFolder(path).catch(() => false)))
  // guard: git-folder
  return all.every(Boolean) && isThere(`${gitFolder}/HEAD`)
}

/** The branch that HEAD refers to; undefined if it's detached, `unusual` if only git can tell. */
export async function readBranch(
  gitFolder: string,
  common: string,
): Promise<{ name: string } | 'unusual' | undefined> {
  const text = await readReference(`${gitFolder}/HEAD`)
  if (isHash(text)) return undefined
  // Git ignores other names (git-check-ref-format(1)), such as that of a reftable's HEAD, and the branch's settings.
  // guard: branch-name
  const [, name] =
    /^ref: refs\/heads\/([\p{L}\p{N}_-]+(?:[./+#=@,!%&][\p{L}\p{N}_-]+)*)\n*$/u.exec(text) ?? []
  if (name === undefined || /\.lock(\/|$)/.test(name)) return 'unusual'
  const reference = `${common}/refs/heads/${name}`
  // It may refer to another branch, for whose settings git then looks.
  // guard: branch-reference
  if ((await isThere(reference)) && !isHash(await readReference(reference))) return 'unusual'
  return { name }
}

/** A reference's text; empty if it can't be read, or is a link, whose target git takes for a reference's name. */
async function readReference(file: string): Promise<string> {
  const isLink = await lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  )
  return isLink ? '' : await readText(file, 4096).catch(() => '')
}

const isHash = (text: string): boolean => /^[0-9a-f]{40,64}\s*$/.test(text)

/** Whether git may read remotes from other files than its settings (gitrepository-layout(5), `remotes`). */
export async function hasLegacyRemotes(common: string): Promise<boolean> {
  const files = await Promise.all(
    ['remotes', 'branches'].map((name) =>
      readdir(`${common}/${name}`).catch(({ code }: NodeJS.ErrnoException) =>
        // Git can open files in a folder that can't be listed.
        code === 'ENOENT' || code === 'ENOTDIR' ? [] : [name],
      ),
    ),
  )
  return files.flat().length > 0
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/**
 * Git rejects repositories of other users (git-config(1), `safe.directory`). Ownership works differently on Windows.
 */
export function hasOtherOwner({ uid }: Stats): boolean {
  const user = process.geteuid?.()
  return user !== undefined && uid !== user
}

/** Reads a small file from a disk that may be slow. Throws if it isn't a small regular file. */
async function readText(path: string, limit: number): Promise<string> {
  return withRegularFile(path, async (file) => {
    const buffer = Buffer.alloc(Math.min(file.size, limit) + 1)
    const length = await file.fill(buffer, 0, buffer.length)
    if (length > limit) throw new Error(`${basename(dirname(path))}: too large`)
    return buffer.toString('utf8', 0, length)
  })
}

/** File systems on local disks or in memory. */
const ownFileSystems =
  /^(ext[234]|xfs|btrfs|zfs|f2fs|bcachefs|jfs|reiserfs|overlay|tmpfs|ramfs|vfat|exfat|ntfs3?|fuseblk|ecryptfs|hfsplus|apfs|ufs)$/

/** Mount points (proc_pid_mounts(5)) whose files aren't stored on this computer, such as on a server or in the kernel. */
export function foreignMounts(list: string): string[] {
  return list.split('\n').flatMap((line) => {
    const [, folder = '', type = ''] = line.split(' ')
    const path = folder.replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    )
    return isAbsolute(path) && !ownFileSystems.test(type) ? [path] : []
  })
}

/** Only Linux has this list. */
export function mountsToSkip(): Set<string> {
  const list = attempt(() => readRegularFile('/proc/self/mounts', configFileLimit).toString())
  return new Set(foreignMounts(list ?? ''))
}
