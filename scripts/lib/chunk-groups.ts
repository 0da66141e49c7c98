import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * One file for each row: all that its modules import before they run, and what an earlier row doesn’t have. A page waits for one file for
 * a shorter time than for thirty. The plugin finds out what that is.
 */
export function chunkGroups(rows: Readonly<Record<string, readonly string[]>>): {
  plugin: Plugin
  groups: Rolldown.CodeSplittingGroup[]
} {
  const names = Object.keys(rows)
  const modules = new Map<string, ReadonlySet<string>>()
  return {
    plugin: {
      name: 'chunk-groups',
      buildEnd() {
        const importsOfOne = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
        for (const name of names) modules.set(name, importsOf(rows[name]!, importsOfOne))
      },
    },
    groups: names.map((name, at) => ({
      name,
      test: (id) => modules.get(name)?.has(id) ?? false,
      priority: names.length - at,
    })),
  }
}

/** The modules themselves, what they import, what these import, and so on. */
function importsOf(
  entries: readonly string[],
  importsOfOne: (id: string) => readonly string[],
): Set<string> {
  const found = new Set(entries.map((entry) => resolve(entry)))
  // A set is walked with what is added meanwhile.
  for (const id of found) for (const imported of importsOfOne(id)) found.add(imported)
  return found
}
