import type { Source } from './sources.ts'

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm

/** Finds exported names that are declared in several files, and lists the files. */
export function namesakes(sources: readonly Source[]): Record<string, string[]> {
  const files = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, name] of text.matchAll(declaration)) {
      files.set(name!, (files.get(name!) ?? new Set()).add(path))
    }
  }
  const shared = [...files].filter(([, paths]) => paths.size > 1)
  return Object.fromEntries(shared.map(([name, paths]) => [name, [...paths].toSorted()]))
}
