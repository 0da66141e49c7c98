import { type Stats, chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The rights of everybody but the owner. */
const othersMay = 0o077

/** What Latchkey puts into its folder. The files of Chromium beside it are behind the folder and the umask. */
const ownNames = /^(logs|avatars|.+\.(db|json)([.-].*)?)$/
/** By any of these a folder is known that Latchkey has used before. */
const marks = ['lock.db', 'accounts.json', 'settings.json', 'outbox.db']

const belongsToAnother = 'belongs to another user of this computer'
const ofYourOwn = 'Choose an empty folder of your own with --data.'
const giveBack = 'If it is yours, give it to your user; if not, move it away. Then start again.'

/** From here on, every file that this process makes is for its owner only: SQLite's too, which takes no mode. */
export function keepNewFilesPrivate(): void {
  // guard: umask
  process.umask(othersMay)
}

/**
 * Takes away what other users may do with a data folder and with what Latchkey keeps in it. Returns why it can't be used and what
 * to do, or undefined where it is the person's own. Windows has other rights, which come from the profile that the folder lies in.
 */
export function closeToOthers(folder: string): string | undefined {
  const user = process.geteuid?.()
  if (user === undefined) return undefined
  const stats = statSync(folder)
  // guard: data-folder-owner
  if (stats.uid !== user) return `${folder} ${belongsToAnother}. ${ofYourOwn}`
  const names = readdirSync(folder)
  // guard: data-folder-of-others
  if (isOpen(stats) && names.length > 0 && !names.some((name) => marks.includes(name))) {
    return `${folder} is open to other users of this computer and holds files that aren't Latchkey's. ${ofYourOwn}`
  }
  // guard: data-folder-mode
  closeEntry(folder, stats)
  if (isOpen(statSync(folder))) {
    return `${folder} is open to other users of this computer, and its disk can't change that. ${ofYourOwn}`
  }
  for (const path of ownEntries(folder, names)) {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    // guard: data-file-owner
    if (entry && entry.uid !== user) return `${path} ${belongsToAnother}. ${giveBack}`
    // guard: data-file-mode
    if (entry) closeEntry(path, entry)
  }
  return undefined
}

function* ownEntries(folder: string, names: readonly string[]): Generator<string> {
  for (const name of names) {
    if (!ownNames.test(name)) continue
    const path = join(folder, name)
    yield path
    // After the folder itself, so that nothing can be put into it any more.
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) continue
    for (const inner of readdirSync(path)) yield join(path, inner)
  }
}

function isOpen({ mode }: Stats): boolean {
  return (mode & othersMay) !== 0
}

function closeEntry(path: string, stats: Stats): void {
  // A link has no rights of its own, and what it leads to may be meant for others.
  if (stats.isSymbolicLink() || !isOpen(stats)) return
  try {
    chmodSync(path, stats.mode & 0o7777 & ~othersMay)
  } catch (error) {
    // A journal may go while another Latchkey closes its database; a disk without rights is told of by the folder.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
