import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { project } from './config.ts'
import { findImports } from './imports.ts'

interface LockedPackage {
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Dependencies that are needed only to build a native module at install time. */
const buildDependencies: Record<string, readonly string[]> = {
  keytar: ['node-addon-api'],
}

/** The installed production packages that the built app can never load, sorted by name. */
export function unusedPackages(): string[] {
  const locked = lockedPackages()
  const needed = findReachable(importedPackages(), locked)
  const installed = Object.keys(locked).filter((name) => !locked[name]!.every(({ dev }) => dev))
  return installed.filter((name) => !needed.has(name)).sort()
}

/** The built files in `out/main` that the app starts: the host, and its worker. */
export const shippedEntries = ['index.js', 'worker.js']

/** The packages that the app’s own built files import, sorted by name. */
export function importedPackages(): string[] {
  return importedModules(shippedEntries).filter((name) => name !== 'electron')
}

/** The packages that entries import, and `electron` if they do, sorted by name. */
export function importedModules(entries: readonly string[]): string[] {
  const main = join(project, 'out/main')
  const visited = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file)) return
    visited.add(file)
    const text = readFileSync(file, 'utf8')
    for (const specifier of findImports(text)) {
      if (specifier.startsWith('.')) visit(join(file, '..', specifier))
      else if (!isBuiltin(specifier)) packages.add(packageName(specifier))
    }
  }
  for (const entry of entries) visit(join(main, entry))
  return [...packages].sort()
}

function packageName(specifier: string): string {
  const [first, second] = specifier.split('/')
  return first!.startsWith('@') ? `${first}/${second}` : first!
}

/** Each package’s installed versions, by name. */
function lockedPackages(): Record<string, LockedPackage[]> {
  const text = readFileSync(join(project, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const byName: Record<string, LockedPackage[]> = {}
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '' || !existsSync(join(project, path))) continue
    ;(byName[path.split('node_modules/').at(-1)!] ??= []).push(locked)
  }
  return byName
}

function findReachable(
  names: readonly string[],
  locked: Record<string, LockedPackage[]>,
): Set<string> {
  const reachable = new Set<string>()
  const visit = (name: string) => {
    if (reachable.has(name) || !locked[name]) return
    reachable.add(name)
    for (const { dependencies, optionalDependencies } of locked[name])
      for (const other of Object.keys({ ...dependencies, ...optionalDependencies }))
        if (!buildDependencies[name]?.includes(other)) visit(other)
  }
  for (const name of names) visit(name)
  return reachable
}
