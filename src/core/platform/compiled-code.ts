import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { isAbsolute, join } from 'node:path'
import { homeFolder } from './home.ts'
import { ignoreErrors } from './ignore-errors.ts'

type Environment = Record<string, string | undefined>

/** The system's folder for what programs can make again. */
export function codeFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME = '' } = environment
  const home = homeFolder()
  if (platform === 'darwin') return join(home, 'Library/Caches/Latchkey/code')
  if (platform === 'win32') {
    return join(LOCALAPPDATA ?? join(home, 'AppData/Local'), 'Latchkey/Cache/code')
  }
  const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, '.cache')
  return join(caches, 'Latchkey/code')
}

/**
 * Lets Node keep the compiled code of this program for its next start. Not in the data folder, which people copy and restore: compiled
 * code is run without a check. Promise: only from a folder that its user alone can enter. Any failure costs nothing but time.
 */
export function keepCompiledCode(folder = codeFolder()): void {
  // Set for tests, whose programs share one.
  if (process.env.NODE_COMPILE_CACHE) return
  ignoreErrors(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Older than Node 22, it can't.
    if (isPrivate(folder)) module.enableCompileCache?.(folder)
  })
}

/** Always on Windows, where access comes from the profile that contains the folder. */
function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder)
  const user = process.geteuid?.()
  if (user === undefined) return stats.isDirectory()
  // guard: code-folder
  return stats.isDirectory() && stats.uid === user && (stats.mode & 0o077) === 0
}
