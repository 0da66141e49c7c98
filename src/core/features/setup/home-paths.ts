import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { attempt } from '../../platform/ignore-errors.ts'

/** Formats a path for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  return path.startsWith(join(home, sep)) ? `~${path.slice(home.length)}` : path
}

/** Expands `~` to the home folder. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home)
}

/** A folder without links, as git sees it from everywhere; the same path if it doesn't exist. */
export function realFolder(path: string, home: string): string {
  const folder = expandHome(path, home)
  if (isNetworkPath(folder)) return folder
  return attempt(() => realpathSync(folder)) ?? folder.replace(/(?<=.)[\\/]+$/, '')
}

/** Whether opening a path would contact another computer, which could reveal the user. */
export function isNetworkPath(path: string): boolean {
  return /^([\\/]{2}|[\\/]\?\?[\\/])/.test(path)
}
