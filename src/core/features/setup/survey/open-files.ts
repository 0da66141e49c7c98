import { type Stats, lstatSync } from 'node:fs'
import { join } from 'node:path'

/** A file or folder that others may read or change. */
export interface ExposedFile {
  path: string
  /** Bits of the access rights, now and as they should be. */
  mode: number
  wanted: number
}

/** Finds what ssh refuses because others may read or change it. Windows has other access rights. */
export function findOpenFiles(home: string, privateKeys: readonly string[]): ExposedFile[] {
  const user = process.geteuid?.()
  if (user === undefined) return []
  const folder = join(home, '.ssh')
  const candidates: [path: string, refused: number][] = [
    [folder, 0o022],
    [join(folder, 'config'), 0o022],
    ...privateKeys.map((path): [string, number] => [path, 0o077]),
  ]
  return candidates.flatMap(([path, refused]) => {
    const stats = statsOf(path)
    if (!stats || stats.uid !== user) return []
    const mode = stats.mode & 0o777
    return (mode & refused) === 0 ? [] : [{ path, mode, wanted: mode & ~refused }]
  })
}

/** Undefined for what is missing or a link, whose target may be meant for others. */
function statsOf(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path)
    return stats.isFile() || stats.isDirectory() ? stats : undefined
  } catch {
    return undefined
  }
}
