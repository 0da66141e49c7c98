import type { ConfigProblem } from '../../../../shared/operations/found-tokens.ts'
import { withRegularFile } from '../../../platform/files/regular-file.ts'
import type { GlabConfig } from './parse-glab-config.ts'

/** Bytes; glab's own file has some hundred. Of a megabyte, hostile YAML takes the parser seconds and all memory of the process. */
const maxSize = 64 * 1024

/** Reads a configuration of glab; undefined if there is none. A link is followed, as glab does, where it leads to a regular file. */
export async function readGlabConfig(path: string): Promise<GlabConfig | undefined> {
  try {
    // One byte more than allowed, because it may grow meanwhile.
    const buffer = Buffer.alloc(maxSize + 1)
    const length = await withRegularFile(path, (file) => file.fill(buffer, 0, buffer.length))
    // guard: glab-size
    if (length > maxSize) return { problem: 'too-large' }
    // Few people ever need the parser.
    const { parseGlabConfig } = await import('./parse-glab-config.ts')
    return parseGlabConfig(buffer.toString('utf8', 0, length))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return { problem: problems[code] ?? 'unreadable' }
  }
}

const problems: Partial<Record<string, ConfigProblem>> = {
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  ELOOP: 'link-loop',
  EISDIR: 'not-a-file',
  NOT_REGULAR: 'not-a-file',
}
