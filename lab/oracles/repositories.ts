import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Random } from '../../src/sandbox/seed/random.ts'
import { type History, createHistory } from './history.ts'
import { type Remotes, createRemotes } from './remotes.ts'
import { type Setting, toConfig } from './settings.ts'

/** A repository of a computer, or a linked worktree or submodule of one. */
export interface OwnRepository {
  /** Its folder as Latchkey finds it. */
  path: string
  kind: 'clone' | 'worktree' | 'submodule' | 'bare'
  history: History
  remotes: Remotes
  /** Whether its path contains a link. */
  isLinked: boolean
}

interface RepositoryOptions {
  home: string
  servers: string
  instance: string
  sshPort: number
  number: number
  random: Random
  /** More settings for its own configuration, and for those of its worktree. */
  ownSettings(): Setting[]
}

/** `~/linked` is a link to `~/disk/projects`. */
const folders = ['work', 'work/client', 'private', 'Work', 'linked']

export function createFolders(home: string): void {
  mkdirSync(join(home, 'disk/projects'), { recursive: true })
  symlinkSync(join(home, 'disk/projects'), join(home, 'linked'))
}

/** The folders in which Latchkey searches. */
export const searchedFolders = ['~/work', '~/private', '~/Work', '~/linked']

/** Creates a repository of some kind, without a working tree’s files. */
export async function createRepository(options: RepositoryOptions): Promise<OwnRepository[]> {
  const { home, number, random } = options
  const folder = random.pick(folders)
  const isLinked = folder === 'linked'
  const path = join(home, folder, random.pick(['app', 'api', 'notes', 'web site']) + number)
  const kind = random.pick([
    'clone',
    'clone',
    'clone',
    'worktree',
    'submodule',
    'bare',
    'separate',
    'link',
  ] as const)
  if (kind === 'submodule') {
    const parent = await create(path, join(path, '.git'), options)
    const inner = join(path, 'lib')
    mkdirSync(inner)
    const gitFolder = join(path, '.git/modules/lib')
    writeFileSync(join(inner, '.git'), `gitdir: ../.git/modules/lib\n`)
    const submodule = await create(inner, gitFolder, { ...options, number: number + 100 }, [
      ['core.worktree', '../../../lib'],
    ])
    return [
      { path, kind: 'clone', isLinked, ...parent },
      { path: inner, kind: 'submodule', isLinked, ...submodule },
    ]
  }
  if (kind === 'bare') return [{ path, kind, isLinked, ...(await create(path, path, options)) }]
  const elsewhere = join(home, '.gits', basename(path))
  const gitFolder = kind === 'separate' || kind === 'link' ? elsewhere : join(path, '.git')
  const created = await create(path, gitFolder, options)
  if (kind === 'separate') writeFileSync(join(path, '.git'), `gitdir: ${gitFolder}\n`)
  if (kind === 'link') symlinkSync(gitFolder, join(path, '.git'))
  const repository = { path, kind: 'clone', isLinked, ...created } as const
  if (kind !== 'worktree') return [repository]
  return [
    repository,
    addWorktree(repository, join(home, random.pick(folders.slice(0, 4)), `tree${number}`), options),
  ]
}

async function create(
  path: string,
  gitFolder: string,
  { ownSettings, ...options }: RepositoryOptions,
  more: Setting[] = [],
): Promise<Pick<OwnRepository, 'history' | 'remotes'>> {
  const { random } = options
  mkdirSync(path, { recursive: true })
  mkdirSync(gitFolder, { recursive: true })
  const remotes = createRemotes(options)
  const history = await createHistory({ gitFolder, remotes: remotes.folders, random })
  const core: Setting[] = [
    ['core.repositoryFormatVersion', '0'],
    ['core.bare', String(path === gitFolder)],
    ...more,
  ]
  const settings = [...core, ...remotes.settings, ...history.settings, ...ownSettings()]
  writeFileSync(join(gitFolder, 'config'), toConfig(settings, random))
  return { remotes, history }
}

/** Adds a linked worktree (git-worktree(1)), which may have settings of its own. */
function addWorktree(
  { path, history, remotes, isLinked }: OwnRepository,
  worktree: string,
  { random, ownSettings }: RepositoryOptions,
): OwnRepository {
  const admin = join(path, '.git/worktrees', basename(worktree))
  mkdirSync(admin, { recursive: true })
  mkdirSync(worktree, { recursive: true })
  writeFileSync(join(worktree, '.git'), `gitdir: ${admin}\n`)
  writeFileSync(join(admin, 'commondir'), '../..\n')
  writeFileSync(join(admin, 'gitdir'), `${join(worktree, '.git')}\n`)
  writeFileSync(join(admin, 'HEAD'), 'ref: refs/heads/experiment\n')
  const shared = join(path, '.git/config')
  if (random.chance(0.5)) {
    writeFileSync(shared, '[extensions]\n\tworktreeConfig = true\n', { flag: 'a' })
    writeFileSync(join(admin, 'config.worktree'), toConfig(ownSettings(), random))
  }
  return {
    path: worktree,
    kind: 'worktree',
    history: { ...history, branch: 'experiment' },
    remotes,
    isLinked: isLinked || dirname(worktree).endsWith('linked'),
  }
}
