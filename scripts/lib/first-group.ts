import type { Plugin, Rolldown } from 'vite'

/**
 * A group of all that a module imports before it runs: a page waits for one file for a shorter time than for thirty. The plugin finds
 * out what that is.
 */
export function firstGroup(entry: string): { plugin: Plugin; group: Rolldown.CodeSplittingGroup } {
  let first = new Set<string>()
  return {
    plugin: {
      name: 'first-group',
      buildEnd() {
        first = importsOf(entry, (id) => this.getModuleInfo(id)?.importedIds ?? [])
      },
    },
    group: { name: 'first', test: (id) => first.has(id), priority: 1 },
  }
}

/** The module itself, what it imports, what these import, and so on. */
function importsOf(entry: string, importsOfOne: (id: string) => readonly string[]): Set<string> {
  const found = new Set([entry])
  // A set is walked with what is added meanwhile.
  for (const id of found) for (const imported of importsOfOne(id)) found.add(imported)
  return found
}
