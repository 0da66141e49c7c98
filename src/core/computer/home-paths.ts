import { createFailureError } from '../platform/failures.ts'
import { realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { attempt } from '../platform/ignore-errors.ts'

/** Formats a path for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  return path.startsWith(join(home, sep)) ? `~${path.slice(home.length)}` : path
}

/**
 * A path as it is written to Git's files: with `~` for the home folder, so that they also work in another one, and
 * slashes, which Git requires after `~`.
 */
export function pathForGit(
  path: string,
  { home, environment: { HOME = home } }: { home: string; environment: NodeJS.ProcessEnv },
): string {
  return HOME === home ? shownPath(path, home).replace(/^~.*/s, toSlashes) : path
}

const toSlashes = (path: string): string => path.replaceAll(sep, '/')

/** Expands `~` to the home folder. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home)
}

/** Throws if a folder is a path of Windows, which names something below the current folder on other systems. */
export function assertLocalPath(folder: string): void {
  if (process.platform === 'win32' || /^~?(\/|$)/.test(folder)) return
  throw createFailureError('setup.pathOfWindows', { path: folder })
}

/** Whether only git can expand a path in its settings: it is below another user's home or git's own folder. */
export function isGitPath(path: string): boolean {
  return /^(~[^/\\]|%\()/.test(path)
}

/** A folder without links, as git sees it from everywhere. It or its parents may not exist yet. */
export function realFolder(path: string, home: string): string {
  const folder = expandHome(path, home)
  if (isNetworkPath(folder)) return folder
  const real = attempt(() => realpathSync(folder))
  if (real !== undefined) return real
  const parent = dirname(folder)
  return parent === folder ? folder : join(realFolder(parent, home), basename(folder))
}

/**
 * Whether a path may name another file than the bytes it was decoded from: Node replaces those that aren't UTF-8 with
 * U+FFFD, which an attacker can use in the name of a decoy.
 */
export function isAmbiguousPath(path: string): boolean {
  return path.includes('\ufffd')
}

/** Whether opening a path would contact another computer, which could reveal the user. */
export function isNetworkPath(path: string): boolean {
  return /^([\\/]{2}|[\\/]\?\?[\\/])/.test(path)
}
