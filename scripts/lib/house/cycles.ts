import { posix } from 'node:path'
import { type Source, scriptOf } from './sources.ts'

/** Files that import each other in a circle, each circle once. Imports of types alone don't count: nothing is loaded by them. */
export function importCycles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path)
    if (at >= 0) cycles.push([...way.slice(at), path])
    if (at >= 0 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

function importsOf(source: Source): string[] {
  const specifiers = scriptOf(source).matchAll(
    /^(?:import|export)\s+(?!type\s)[^'"]*?from\s+['"](\.[^'"]+)['"]|^import\s+['"](\.[^'"]+)['"]/gm,
  )
  return [...specifiers].map(([, from, bare]) =>
    posix.join(posix.dirname(source.path), (from ?? bare)!),
  )
}
