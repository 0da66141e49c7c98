import type { ConfigProblem } from '../../../../shared/operations/found-tokens.ts'
import { withRegularFile } from '../../../platform/files/regular-file.ts'

/**
 * In bytes. A typical configuration has a few hundred, whereas a megabyte of hostile YAML would take the parser seconds
 * and exhaust the process's memory.
 */
const maxSize = 64 * 1024

/** Reads another program's configuration file; undefined if there is none. Follows links to regular files. */
export async function readConfig(
  path: string,
): Promise<{ text: string } | { problem: ConfigProblem } | undefined> {
  try {
    // One byte more than the limit, because the file may have grown.
    const buffer = Buffer.alloc(maxSize + 1)
    const length = await withRegularFile(path, (file) => file.fill(buffer, 0, buffer.length))
    // guard: glab-size
    if (length > maxSize) return { problem: 'too-large' }
    return { text: buffer.toString('utf8', 0, length) }
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
