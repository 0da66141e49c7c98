import { join, sep } from 'node:path'

/** Formats a path for display, with `~` for the home folder. */
export function shownPath(path: string, home: string): string {
  return path.startsWith(join(home, sep)) ? `~${path.slice(home.length)}` : path
}

/** Expands `~` to the home folder. */
export function expandHome(path: string, home: string): string {
  return path.replace(/^~(?=[/\\]|$)/, () => home)
}

/** Whether opening a path would contact another computer, which could reveal the user. */
export function isNetworkPath(path: string): boolean {
  return /^([\\/]{2}|[\\/]\?\?[\\/])/.test(path)
}
