import { type Stats, chmodSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFolderEntry, dataFolderEntries } from './own-files.ts'

/** The rights of everybody but the owner. */
const othersMay = 0o077

const belongsToAnother = 'belongs to another user of this computer'
const ofYourOwn = 'Choose an empty folder of your own with --data.'
const giveBack = 'If it is yours, give it to your user; if not, move it away. Then start again.'
const replaceLink = 'Replace it with what it points to, or delete it, then start again.'

/** From here on, every file that this process makes is for its owner only: SQLite's too, which takes no mode. */
export function keepNewFilesPrivate(): void {
  // guard: umask
  process.umask(othersMay)
}

/**
 * Takes away what other users may do with a data folder and with what Latchkey keeps in it. Returns why the folder can't be used and
 * what to do, or undefined. Promise: what is in a folder that passes and has a name of ours was made by Latchkey, and no part of it
 * leads elsewhere. Rights are not checked on Windows, where they come from the profile that the folder lies in.
 */
export function checkDataFolder(folder: string): string | undefined {
  const user = process.geteuid?.()
  const stats = statSync(folder)
  // guard: data-folder-owner
  if (user !== undefined && stats.uid !== user) return `${folder} ${belongsToAnother}. ${ofYourOwn}`
  // Looked for before the marks of Latchkey are: what another Latchkey makes that starts right now comes after its mark.
  const whyNot = whyNotNew(folder, user === undefined ? undefined : stats)
  if (whyNot && !isUsedBefore(folder)) return whyNot
  if (user !== undefined) {
    // guard: data-folder-mode
    close(folder, stats)
    if (isOpen(statSync(folder))) {
      return `${folder} is open to other users of this computer, and its disk can't change that. ${ofYourOwn}`
    }
  }
  // After the folder itself, so that nothing can be put into it any more.
  for (const entry of dataFolderEntries(folder)) {
    const trouble = whyNotOwn(entry, user)
    if (trouble) return trouble
  }
  return undefined
}

/** Whether Latchkey has used a folder before. Other programs have a `settings.json` or an `accounts.json` too. */
function isUsedBefore(folder: string): boolean {
  const names = readdirSync(folder)
  // guard: data-folder-marks
  return names.includes('lock.db') || names.includes('outbox.db') || hasAccounts(folder)
}

function hasAccounts(folder: string): boolean {
  try {
    const text = readFileSync(join(folder, 'accounts.json'), 'utf8')
    return Array.isArray((JSON.parse(text) as { accounts?: unknown }).accounts)
  } catch {
    return false
  }
}

/** Why a folder that Latchkey never used can't become its data folder. `stats` where the rights of others are known. */
function whyNotNew(folder: string, stats: Stats | undefined): string | undefined {
  // guard: data-folder-of-others
  if (stats && isOpen(stats) && readdirSync(folder).length > 0) {
    return `${folder} is open to other users of this computer and holds files that aren't Latchkey's. ${ofYourOwn}`
  }
  const taken = [...dataFolderEntries(folder)].find(({ isFolder }) => !isFolder)
  // guard: data-folder-names
  if (taken) {
    return `${taken.path} has a name that Latchkey uses, but Latchkey was never used in this folder. ${ofYourOwn}`
  }
  return undefined
}

/** Closes it to others, unless it is no plain file or folder, or belongs to another user. */
function whyNotOwn({ path }: DataFolderEntry, user: number | undefined): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  // guard: data-file-link
  if (stats.isSymbolicLink())
    return `${path} is a symbolic link, which could lead anywhere. ${replaceLink}`
  // Reading a named pipe, for example, would wait for whoever writes to it.
  // guard: data-file-kind
  if (!stats.isFile() && !stats.isDirectory()) {
    return `${path} isn't a regular file. Move it away, then start again.`
  }
  if (user === undefined) return undefined
  // guard: data-file-owner
  if (stats.uid !== user) return `${path} ${belongsToAnother}. ${giveBack}`
  // guard: data-file-mode
  close(path, stats)
  return undefined
}

function isOpen({ mode }: Stats): boolean {
  return (mode & othersMay) !== 0
}

function close(path: string, stats: Stats): void {
  if (!isOpen(stats)) return
  try {
    chmodSync(path, stats.mode & 0o7777 & ~othersMay)
  } catch (error) {
    // A journal may go while another Latchkey closes its database; a disk without rights is told of by the folder.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
