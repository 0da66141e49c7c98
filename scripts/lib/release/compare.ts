import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The SHA-256 of every file below a folder, by relative path. */
export function hashFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(
    files.map((file) => {
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
      return [relative(folder, file), hash]
    }),
  )
}

/** The paths that differ between the two, sorted. */
export function findDifferences(a: Map<string, string>, b: Map<string, string>): string[] {
  const paths = new Set([...a.keys(), ...b.keys()])
  return [...paths].filter((path) => a.get(path) !== b.get(path)).sort()
}
