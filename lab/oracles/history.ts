import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../src/sandbox/seed/random.ts'
import { must } from './programs.ts'
import type { Setting } from './settings.ts'

export const colleague = 'Noor Haddad <noor@colleagues.example>'
const own = 'Maya Lindqvist <maya.lindqvist@example.com>'
const former = 'Maya Lindqvist <maya@old-laptop.example>'

interface HistoryOptions {
  gitFolder: string
  /** The folders of the servers’ repositories, by remote. A remote without one is out of reach. */
  remotes: ReadonlyMap<string, string | undefined>
  random: Random
}

export interface History {
  /** The checked-out branch; absent if HEAD is detached. */
  branch?: string
  /** The settings of the branch. */
  settings: Setting[]
}

interface Commit {
  author: string
  committer: string
  parents: number[]
}

/** Creates the commits of a repository, and what its servers have of them. */
export async function createHistory({
  gitFolder,
  remotes,
  random,
}: HistoryOptions): Promise<History> {
  const commits: Commit[] = []
  const commit = (author: string, committer: string, ...parents: number[]) =>
    commits.push({ author, committer, parents })
  const local = new Map<string, number>()
  const onServers = new Map<string, Map<string, number>>()
  const push = (remote: string, branch: string, at: number) => {
    if (!remotes.has(remote)) return
    onServers.set(remote, (onServers.get(remote) ?? new Map()).set(`refs/heads/${branch}`, at))
    local.set(`refs/remotes/${remote}/${branch}`, at)
  }
  const [origin = 'origin'] = remotes.keys()
  const target = random.pick([...remotes.keys(), origin])
  const branch = random.pick(['main', 'main', 'feature/login', 'topic'])

  let head = commit(colleague, colleague, commit(colleague, colleague))
  let main = head
  if (random.chance(0.9)) push(origin, 'main', main)
  const addOwn = () => {
    for (let count = random.below(3); count > 0; count -= 1) {
      // The second one is wrong by mistake, the third one was cherry-picked.
      const authors = [own, own, former, colleague]
      const author = random.pick(authors)
      head = commit(author, author === colleague ? own : author, head)
    }
  }
  addOwn()
  if (random.chance(0.5)) push(target, branch, head)
  if (branch !== 'main' && random.chance(0.4)) {
    for (let count = 1 + random.below(3); count > 0; count -= 1)
      main = commit(colleague, colleague, main)
    push(origin, 'main', main)
    if (random.chance(0.7)) head = commit(own, own, head, main)
  }
  addOwn()
  if (random.chance(0.15)) push(target, random.pick([branch, 'backup']), head)

  const isUnborn = random.chance(0.05)
  if (!isUnborn) local.set(`refs/heads/${branch}`, head)
  const hashes = await importCommits(gitFolder, commits)
  writeRefs(gitFolder, local, hashes)
  for (const [name, folder] of remotes)
    if (folder !== undefined)
      createServer(folder, gitFolder, onServers.get(name) ?? new Map(), hashes)
  const isDetached = !isUnborn && random.chance(0.06)
  const headText = isDetached ? hashes[head]! : `ref: refs/heads/${branch}`
  writeFileSync(join(gitFolder, 'HEAD'), `${headText}\n`)

  const settings: Setting[] = []
  if (remotes.size > 0 && random.chance(0.6)) {
    settings.push([`branch.${branch}.remote`, random.pick([origin, origin, target])])
    settings.push([`branch.${branch}.merge`, `refs/heads/${random.pick([branch, branch, 'main'])}`])
  }
  if (remotes.size > 0 && random.chance(0.12))
    settings.push([`branch.${branch}.pushRemote`, random.pick([...remotes.keys()])])
  return { settings, ...(!isDetached && { branch }) }
}

/** Imports commits, each with a file, and returns their hashes by number, from 1 on. */
async function importCommits(gitFolder: string, commits: readonly Commit[]): Promise<string[]> {
  const lines = commits.flatMap(({ author, committer, parents: [first, ...others] }, at) => [
    ...['commit refs/import/head', `mark :${at + 1}`],
    ...[
      `author ${author} ${1700000000 + at * 3600} +0100`,
      `committer ${committer} ${1700000000 + at * 3600} +0100`,
    ],
    ...['data <<END', `Change ${at + 1}`, 'END'],
    ...(first === undefined ? [] : [`from :${first}`]),
    ...others.map((parent) => `merge :${parent}`),
    ...[`M 100644 inline file-${at + 1}`, 'data <<END', `${at + 1}`, 'END', ''],
  ])
  const marks = join(gitFolder, 'marks')
  mkdirSync(join(gitFolder, 'objects'), { recursive: true })
  mkdirSync(join(gitFolder, 'refs'), { recursive: true })
  writeFileSync(join(gitFolder, 'HEAD'), 'ref: refs/heads/main\n')
  await must(
    'git',
    [
      '--git-dir',
      gitFolder,
      '-c',
      'fastimport.unpackLimit=0',
      'fast-import',
      '--quiet',
      '--force',
      `--export-marks=${marks}`,
    ],
    { input: `${lines.join('\n')}\n`, variables: { GIT_CONFIG_GLOBAL: '/dev/null' } },
  )
  const hashes: string[] = []
  for (const [, mark, hash] of readFileSync(marks, 'utf8').matchAll(/^:(\d+) ([0-9a-f]+)$/gm))
    hashes[Number(mark)] = hash!
  rmSync(marks)
  rmSync(join(gitFolder, 'refs/import'), { recursive: true })
  return hashes
}

/** Creates a server’s repository that has these refs, and finds their commits in the local one. */
function createServer(
  folder: string,
  gitFolder: string,
  refs: ReadonlyMap<string, number>,
  hashes: readonly string[],
): void {
  for (const name of ['objects/info', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'objects/info/alternates'), `${join(gitFolder, 'objects')}\n`)
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(folder, 'config'), '[core]\n\tbare = true\n\trepositoryformatversion = 0\n')
  writeRefs(folder, refs, hashes)
}

function writeRefs(
  folder: string,
  refs: ReadonlyMap<string, number>,
  hashes: readonly string[],
): void {
  const lines = [...refs].toSorted().map(([name, at]) => `${hashes[at]} ${name}\n`)
  writeFileSync(join(folder, 'packed-refs'), lines.join(''))
}
