import { type FileHandle, open, stat } from 'node:fs/promises'
import { constants } from 'node:fs'
import type { ConfigProblem } from '../../../../shared/app/found-tokens.ts'
import type { GlabConfig } from './parse-glab-config.ts'

/** Bytes; glab's own file has some hundred. Of a megabyte, hostile YAML takes the parser seconds and all memory of the process. */
const maxSize = 64 * 1024

/** Reads a configuration of glab; undefined if there is none. A link is followed, as glab does, where it leads to a regular file. */
export async function readGlabConfig(path: string): Promise<GlabConfig | undefined> {
  try {
    // Before it is opened, because opening a device may do something.
    if (!(await stat(path)).isFile()) return { problem: 'not-a-file' }
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const text = await readText(file)
      if (typeof text !== 'string') return text
      // Few people ever need the parser.
      const { parseGlabConfig } = await import('./parse-glab-config.ts')
      return parseGlabConfig(text)
    } finally {
      await file.close()
    }
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
}

async function readText(file: FileHandle): Promise<string | { problem: ConfigProblem }> {
  if (!(await file.stat()).isFile()) return { problem: 'not-a-file' }
  // One byte more than allowed, because it may grow meanwhile.
  const buffer = Buffer.alloc(maxSize + 1)
  let length = 0
  for (let count = 1; count > 0 && length < buffer.length; length += count) {
    count = (await file.read(buffer, length, buffer.length - length)).bytesRead
  }
  // guard: glab-size
  if (length > maxSize) return { problem: 'too-large' }
  return buffer.toString('utf8', 0, length)
}
