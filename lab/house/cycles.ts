import { posix } from 'node:path'
import { type Source, partOf } from './sources.ts'

/**
 * Finds import cycles between files, and lists each once. Type imports count too, because an interface belongs in a
 * layer below its users.
 */
export function importCycles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, importedPaths(source)]))
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path])
    if (start >= 0 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

function importedPaths(source: Source): string[] {
  const statement = /^(?:import|export)\s+(?:[^'"]*?from\s+)?['"](\.[^'"]+)['"]/gm
  return [...partOf(source, 'script').matchAll(statement)].map(([, specifier]) =>
    posix.join(posix.dirname(source.path), specifier!),
  )
}
