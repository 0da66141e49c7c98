// npm run reproducible: builds the committed sources in two folders and fails if any file in `out` differs.
// Reproducible builds let users compare their installation with a build from the sources.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './lib/package/config.ts'
import { findDifferences, hashFiles } from './lib/release/compare.ts'

const work = mkdtempSync(join(tmpdir(), 'latchkey-reproducible-'))
try {
  const [first, second] = ['one', 'another'].map((name) => buildIn(join(work, name)))
  const differing = findDifferences(first!, second!)
  if (differing.length > 0) console.error(['These files differ:', ...differing].join('\n'))
  else console.log(`Both builds made the same ${first!.size} files.`)
  process.exitCode = differing.length > 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}

function buildIn(folder: string): Map<string, string> {
  mkdirSync(folder)
  run(`git archive --output "${folder}.tar" HEAD`, project)
  run(`tar -xf "${folder}.tar"`, folder)
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction')
  run('npm run build', folder)
  return hashFiles(join(folder, 'out'))
}

function run(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, { cwd, encoding: 'utf8', shell: true })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}\n${stderr}`)
}
