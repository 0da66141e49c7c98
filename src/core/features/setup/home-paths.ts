import { join, sep } from 'node:path'

/** The name of a file for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  return path.startsWith(join(home, sep)) ? `~${path.slice(home.length)}` : path
}

/** The path of a file that is named with `~` for the home folder. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home)
}

/** Whether opening a path would reach another computer, which learns who asks. */
export function isNetworkPath(path: string): boolean {
  return /^([\\/]{2}|[\\/]\?\?[\\/])/.test(path)
}
