import { lstatSync, mkdirSync, rmSync, rmdirSync } from 'node:fs'
import module from 'node:module'
import { dirname, isAbsolute, join } from 'node:path'
import { homeFolder } from './home.ts'
import { ignoreErrors } from './ignore-errors.ts'

type Environment = Record<string, string | undefined>

/** The folder in which the system expects cache files. */
export function codeFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
  home = homeFolder(),
): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME = '' } = environment
  if (platform === 'darwin') return join(home, 'Library/Caches/Latchkey/code')
  if (platform === 'win32') {
    return join(LOCALAPPDATA || join(home, 'AppData/Local'), 'Latchkey/Cache/code')
  }
  const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, '.cache')
  return join(caches, 'Latchkey/code')
}

/**
 * Makes Node cache the compiled code of this program for the next start. It isn't stored in the data folder, which
 * users copy and restore, because compiled code runs unchecked. Guarantee: only uses a folder that no other user can
 * access. A failure only costs time.
 */
export function keepCompiledCode(folder = codeFolder()): void {
  // Set in tests, in which all programs share a cache.
  if (process.env.NODE_COMPILE_CACHE) return
  ignoreErrors(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Not available before Node 22.
    if (isPrivate(folder)) module.enableCompileCache?.(folder)
  })
}

/** Deletes the compiled code and Latchkey's folder of caches, unless it contains something else. */
export function forgetCompiledCode(folder: string): void {
  // Shared by all programs in tests.
  if (process.env.NODE_COMPILE_CACHE) return
  ignoreErrors(() => {
    rmSync(folder, { recursive: true, force: true })
    rmdirSync(dirname(folder))
  })
}

/** Always true on Windows, where the folder inherits its permissions from the profile that contains it. */
function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder)
  const user = process.geteuid?.()
  if (user === undefined) return stats.isDirectory()
  // guard: code-folder
  return stats.isDirectory() && stats.uid === user && (stats.mode & 0o077) === 0
}
