import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FoundRepositories, findRepositories, foreignMounts } from './find-repositories.ts'
import { pushTarget } from './push-target.ts'

let root: string
beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-find-')))))
afterEach(() => rmSync(root, { recursive: true }))

const at = (...names: string[]) => join(root, ...names)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    stdio: 'pipe',
    env: {
      PATH: process.env.PATH,
      HOME: root,
      GIT_AUTHOR_NAME: 'Maya',
      GIT_AUTHOR_EMAIL: 'maya@example.com',
      GIT_COMMITTER_NAME: 'Maya',
      GIT_COMMITTER_EMAIL: 'maya@example.com',
    },
  })

function clone(name: string, remote?: string): string {
  git('init', '-q', at(name))
  if (remote !== undefined) git('-C', at(name), 'remote', 'add', 'origin', remote)
  return at(name)
}

interface Progress {
  repositories: number
  folders: number
}

function find(
  folders = [root],
  { signal = new AbortController().signal, limits = {}, progress = [] as Progress[] } = {},
): Promise<FoundRepositories> {
  return findRepositories(folders, { signal, limits, onProgress: (one) => progress.push(one) })
}

const summary = ({ repositories }: FoundRepositories) =>
  repositories.map(({ path, kind, pushSettings = [], branch, problem }) => [
    path.slice(root.length + 1),
    kind,
    ...(pushTarget(pushSettings, branch)?.urls ?? []),
    ...(problem ? [problem] : []),
  ])

describe('findRepositories', () => {
  it('finds clones, worktrees and submodules with their remotes, and bare repositories', async () => {
    const main = clone('work/main', 'git@gitlab.com:group/main.git')
    git('-C', main, 'commit', '-q', '--allow-empty', '-m', 'First')
    git('-C', main, 'worktree', 'add', '-q', at('work/tree'))
    git('clone', '-q', '--bare', main, at('bare/main.git'))
    const outer = clone('outer')
    git('-C', outer, 'submodule', 'add', '-q', main, 'libs/inner')
    git('init', '-q', '--separate-git-dir', at('elsewhere'), at('separate'))
    mkdirSync(at('plain/.git'), { recursive: true })
    git('-C', at('separate'), 'config', 'include.path', 'more')
    git('-C', at('separate'), 'remote', 'add', 'origin', 'x')
    expect(summary(await find())).toEqual([
      // Git is asked about its remote.
      ['bare/main.git', 'bare'],
      ['outer', 'clone'],
      ['outer/libs/inner', 'submodule', main],
      ['separate', 'clone'],
      ['work/main', 'clone', 'git@gitlab.com:group/main.git'],
      ['work/tree', 'worktree', 'git@gitlab.com:group/main.git'],
    ])
  })

  it('prefers origin over other remotes, and searches overlapping folders once', async () => {
    const path = clone('work/one', 'git@gitlab.com:one.git')
    git('-C', path, 'remote', 'rename', 'origin', 'upstream')
    git('-C', path, 'remote', 'add', 'origin', 'git@gitlab.com:fork.git')
    clone('work/two')
    expect(summary(await find([root, at('work'), path]))).toEqual([
      ['work/one', 'clone', 'git@gitlab.com:fork.git'],
      ['work/two', 'clone'],
    ])
  })

  it('searches a selected repository fully, but others only a few levels deep', async () => {
    clone('home')
    clone('home/a/b/c/d/e/deep')
    clone('home/a/outer')
    clone('home/a/outer/1/2/3/near')
    clone('home/a/outer/1/2/3/4/far')
    const { repositories, limits } = await find([at('home')])
    expect(summary({ repositories } as FoundRepositories).map(([path]) => path)).toEqual([
      'home',
      'home/a/b/c/d/e/deep',
      'home/a/outer',
      'home/a/outer/1/2/3/near',
    ])
    expect(limits).toEqual([])
  })

  it('reports why its results may be incomplete', async () => {
    clone('a/b/one')
    clone('two')
    expect(await find([root], { limits: { depth: 1 } })).toMatchObject({
      repositories: [{ path: at('two') }],
      limits: ['too-deep'],
    })
    expect(await find([root], { limits: { repositories: 1 } })).toMatchObject({
      repositories: [{ path: at('two') }],
      limits: ['too-many'],
    })
    expect(await find([root], { limits: { folders: 1 } })).toMatchObject({ limits: ['too-many'] })
    writeFileSync(at('file'), '')
    expect((await find([at('none'), at('file')])).problems).toEqual([
      { folder: at('none'), problem: 'missing' },
      { folder: at('file'), problem: 'missing' },
    ])
  })

  it('returns the results so far when canceled', async () => {
    clone('one')
    const canceled = await find([root], { signal: AbortSignal.abort() })
    expect(canceled).toMatchObject({ repositories: [], limits: ['canceled'] })
  })

  it.each(['canceled', 'timed-out'])('stops midway when %s', async (limit) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    clone('one')
    for (let nth = 0; nth < 500; nth += 1) mkdirSync(at('many', String(nth)), { recursive: true })
    clone('many/0/below/late')
    const scan = new AbortController()
    const progress: Progress[] = []
    progress.push = () => {
      if (limit === 'canceled') scan.abort()
      else vi.advanceTimersByTime(1000)
      return 1
    }
    const { signal } = scan
    const searchResult = await find([root], { signal, progress, limits: { ms: 1000 } })
    expect(searchResult.repositories.map(({ path }) => path)).toEqual([at('one')])
    expect(searchResult.limits).toEqual([limit])
  })

  it('reports its progress', async () => {
    clone('one')
    for (let nth = 0; nth < 500; nth += 1) mkdirSync(at('many', String(nth)), { recursive: true })
    const progress: Progress[] = []
    await find([root], { progress })
    expect(progress).toEqual([{ repositories: 1, folders: 500 }])
  })

  it('searches a folder once if a link to it is selected, too', async () => {
    clone('disk/projects/app')
    symlinkSync(at('disk/projects'), at('link'))
    for (const folders of [
      [at('link'), at('disk/projects')],
      [at('link'), at('disk')],
    ]) {
      expect(summary(await find(folders))).toEqual([['disk/projects/app', 'clone']])
    }
    expect(summary(await find([at('link')]))).toEqual([['link/app', 'clone']])
  })

  it('follows a link only if it is .git', async () => {
    const path = clone('real', 'git@gitlab.com:real.git')
    mkdirSync(at('linked'))
    symlinkSync(join(path, '.git'), at('linked/.git'))
    symlinkSync(path, at('link'))
    expect(summary(await find())).toEqual([
      ['linked', 'clone', 'git@gitlab.com:real.git'],
      ['real', 'clone', 'git@gitlab.com:real.git'],
    ])
  })

  it('skips network and kernel file systems', () => {
    const mounts = [
      'overlay / overlay rw 0 0',
      'proc /proc proc rw 0 0',
      '/dev/sda1 /home ext4 rw 0 0',
      'nas:/x /home/maya/my\\040files nfs4 rw 0 0',
      'sshfs /home/maya/far fuse.sshfs rw 0 0',
      '',
    ]
    expect(foreignMounts(mounts.join('\n'))).toEqual([
      '/proc',
      '/home/maya/my files',
      '/home/maya/far',
    ])
  })
})
