// node bench/repositories.ts: how fast 2,000 clones are listed with their remotes, compared with `find -name .git` over
// the same folders, which doesn’t read any files. The two alternate.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRepositories } from '../src/core/computer/repositories/find-repositories.ts'
import { median } from './lib/numbers.ts'
import { formatNumber, report } from './lib/result.ts'

const clones = 2000
const groups = 40
const rounds = 7

const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
try {
  makeClones()
  const times: Record<'find' | 'latchkey', number[]> = { find: [], latchkey: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.find.push(measureFind())
    times.latchkey.push(await measureSearch())
  }
  report('repositories', {
    what: `${formatNumber(clones)} clones listed with their remotes`,
    value: median(times.latchkey),
    unit: 'ms',
    baseline: { name: 'find -name .git', value: median(times.find) },
    atMost: 3,
  })
} finally {
  rmSync(folder, { recursive: true })
}

/** Creates a small project with some folders and clones it repeatedly into groups. */
function makeClones(): void {
  const source = join(folder, 'source')
  for (const name of ['src/app', 'src/lib', 'docs', 'test']) {
    mkdirSync(join(source, name), { recursive: true })
    for (let nth = 0; nth < 5; nth += 1) writeFileSync(join(source, name, `${nth}.ts`), name)
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', source, ...args])
  git('init', '-q')
  git('remote', 'add', 'origin', 'git@gitlab.example.com:group/project.git')
  git('add', '.')
  const author = ['-c', 'user.name=Maya', '-c', 'user.email=maya@example.com']
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '-q', '-m', 'First')
  for (let group = 0; group < groups; group += 1) {
    const into = join(folder, 'clones', `group-${group}`)
    mkdirSync(into, { recursive: true })
    for (let nth = 0; nth < clones / groups; nth += 1)
      execFileSync('cp', ['-r', source, join(into, `project-${nth}`)])
  }
}

/** Returns how long `find` takes, in milliseconds. */
function measureFind(): number {
  const began = performance.now()
  const output = execFileSync('find', [join(folder, 'clones'), '-name', '.git'])
  const count = String(output).trim().split('\n').length
  if (count !== clones) throw new Error(`find listed ${count} of ${clones} clones`)
  return performance.now() - began
}

/** Returns how long Latchkey’s scan takes, in milliseconds. */
async function measureSearch(): Promise<number> {
  const began = performance.now()
  const { repositories } = await findRepositories([join(folder, 'clones')], {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const listed = repositories.filter(({ pushSettings }) => pushSettings?.length).length
  if (listed !== clones) throw new Error(`Latchkey listed ${listed} of ${clones} clones`)
  return performance.now() - began
}
