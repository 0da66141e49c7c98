import { join, sep } from 'node:path'

/** A file name for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  return path.startsWith(join(home, sep)) ? `~${path.slice(home.length)}` : path
}

/** The path of a file name with `~` for the home folder. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home)
}

/** Whether opening a path would contact another computer, which would reveal the user. */
export function isNetworkPath(path: string): boolean {
  return /^([\\/]{2}|[\\/]\?\?[\\/])/.test(path)
}
