import type { GlabConfig } from './parse-glab-config.ts'
import { readConfig } from './read-config.ts'

/** Reads a glab configuration; undefined if there is none. */
export async function readGlabConfig(path: string): Promise<GlabConfig | undefined> {
  const read = await readConfig(path)
  if (!read || 'problem' in read) return read
  // Loaded only when needed, because few users need the parser.
  const { parseGlabConfig } = await import('./parse-glab-config.ts')
  return parseGlabConfig(read.text)
}
