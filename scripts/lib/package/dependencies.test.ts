import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './config.ts'

type Names = Record<string, string>
const page = readFileSync(join(project, 'docs/dependencies.md'), 'utf8')
const { dependencies, optionalDependencies, devDependencies, allowScripts } = JSON.parse(
  readFileSync(join(project, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Names> & {
  allowScripts: Record<string, boolean>
}
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  packages: Record<
    string,
    { name?: string; integrity?: string; resolved?: string; hasInstallScript?: boolean }
  >
}
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('docs/dependencies.md', () => {
  it('lists every package that the project depends on, and no others', () => {
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
    const listed = rows.map(([name]) => name!.replaceAll('`', ''))
    expect(listed.sort()).toEqual(declared.sort())
  })

  it('describes the purpose, health, and replacement of each package', () => {
    for (const [name, ...cells] of rows) {
      expect(cells, name).toHaveLength(3)
      for (const cell of cells) expect(cell.length, name).toBeGreaterThan(2)
    }
  })
})

describe('the lockfile', () => {
  it('contains a hash for every package, and only URLs of the npm registry', () => {
    for (const [path, { integrity, resolved }] of locked) {
      expect(integrity, path).toMatch(/^sha512-/)
      expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(
        /^https:\/\/registry\.npmjs\.org\//,
      )
    }
  })

  it('contains no install scripts except those in allowScripts', () => {
    const names = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path, { name }]) => name ?? path.split('node_modules/').at(-1)!)
    expect(names.sort()).toEqual(Object.keys(allowScripts).sort())
  })
})
