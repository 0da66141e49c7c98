import { type Stats, chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type DataFolderEntry, dataFolderEntries, demoFolder } from './own-files.ts'
import { readRegularFile } from './regular-file.ts'

/** The permission bits for everyone except the owner. */
const othersPermissions = 0o077

/** Makes all files that this process creates private, because SQLite has no option for that. */
export function keepNewFilesPrivate(): void {
  // guard: umask
  process.umask(othersPermissions)
}

/**
 * Removes other users' access to a data folder and to Latchkey's files in it. Returns why the folder can't be used and
 * what to do, or undefined. Guarantee: in a folder that passes, everything with one of Latchkey's names was created by
 * Latchkey, and none of it links to another place. Access isn't checked on Windows, where a folder inherits it from its
 * profile.
 */
export function checkDataFolder(folder: string): Message | undefined {
  const user = process.geteuid?.()
  const stats = statSync(folder)
  // guard: data-folder-owner
  if (user !== undefined && stats.uid !== user)
    return message('storage.folderOfAnother', { path: folder })
  // Checked before `isUsedBefore`, because another Latchkey starting at the same time creates its lock first.
  const reason = newFolderProblem(folder, user === undefined ? undefined : stats)
  if (reason && !isUsedBefore(folder)) return reason
  if (user !== undefined) {
    // guard: data-folder-mode
    restrictAccess(folder, stats)
    if (isOpenToOthers(statSync(folder))) {
      return message('storage.folderOpen', { path: folder })
    }
  }
  // Checked after the folder itself, so nothing can be added in between.
  for (const entry of dataFolderEntries(folder)) {
    const problem = entryProblem(entry, user)
    if (problem) return problem
  }
  return undefined
}

/** Whether Latchkey has used a folder before. Other programs also have a `settings.json` or an `accounts.json`. */
function isUsedBefore(folder: string): boolean {
  const names = readdirSync(folder)
  // guard: data-folder-marks
  return names.includes('lock.db') || hasAccounts(folder)
}

const maxAccountsBytes = 4 * 1024 * 1024

function hasAccounts(folder: string): boolean {
  try {
    const text = readRegularFile(join(folder, 'accounts.json'), maxAccountsBytes).toString()
    return Array.isArray((JSON.parse(text) as { accounts?: unknown }).accounts)
  } catch {
    return false
  }
}

/**
 * Why a folder that Latchkey never used can't become its data folder. `stats` is set if other users' permissions are
 * known.
 */
function newFolderProblem(folder: string, stats: Stats | undefined): Message | undefined {
  // guard: data-folder-of-others
  if (stats && isOpenToOthers(stats) && readdirSync(folder).length > 0) {
    return message('storage.folderForeign', { path: folder })
  }
  const foreignFile = [...dataFolderEntries(folder)].find(({ isFolder }) => !isFolder)?.path
  // guard: data-folder-names
  if (foreignFile !== undefined) {
    return message('storage.nameTaken', { path: foreignFile })
  }
  // Ending a demo deletes this folder, whatever it contains.
  const demo = join(folder, demoFolder)
  // guard: demo-folder-name
  if (existsSync(demo)) {
    return message('storage.nameTaken', { path: demo })
  }
  return undefined
}

/** Returns why an entry can't be used; otherwise restricts access to it. */
function entryProblem({ path }: DataFolderEntry, user: number | undefined): Message | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  // guard: data-file-link
  if (stats.isSymbolicLink()) return message('storage.entryLink', { path })
  // Reading a named pipe, for example, would wait for a writer.
  // guard: data-file-kind
  if (!stats.isFile() && !stats.isDirectory()) {
    return message('storage.entryIrregular', { path })
  }
  if (user === undefined) return undefined
  // guard: data-file-owner
  if (stats.uid !== user) return message('storage.entryOfAnother', { path })
  // guard: data-file-mode
  restrictAccess(path, stats)
  return undefined
}

function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & othersPermissions) !== 0
}

function restrictAccess(path: string, stats: Stats): void {
  if (!isOpenToOthers(stats)) return
  try {
    chmodSync(path, stats.mode & 0o7777 & ~othersPermissions)
  } catch (error) {
    // A journal may disappear while another Latchkey closes its database. The folder's own check reports a disk without
    // permissions.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
