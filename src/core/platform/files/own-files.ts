import { type Dirent, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { unfinishedName } from './atomic-write.ts'

// A new file of the data folder is named here; otherwise it stays open to other users, and “Delete everything” leaves it behind.
const documents = [
  'accounts',
  'certificates',
  'setup-changes',
  'desktop',
  'settings',
  'updates',
  'viewed-users',
  'window',
]

const files = [
  new RegExp(String.raw`^(${documents.join('|')})\.json(\.[0-9a-f-]{36}\.next|\.broken-\d+)?$`),
  /^lock\.db(-journal)?$/,
  /^open-latchkey\.html$/,
]

/** Each folder with the names in it that are ours. */
const folders: readonly [name: string, inside: RegExp][] = [
  ['accounts', /./],
  ['audit', /./],
  ['logs', /^(latchkey\.log(\.\d)?|tag\.key(\.[0-9a-f-]{36}\.next)?)$/],
]

/** The files that are open while Latchkey runs. */
const openWhileRunning = /^lock\.db(-journal)?$|^logs\/latchkey\.log$/

/** Something in the data folder that has a name of ours. */
export interface DataFolderEntry {
  path: string
  /** Relative to the data folder, with slashes. */
  name: string
  isFolder: boolean
}

/**
 * Everything in a data folder that has a name of ours, each folder before its contents. Follows no link. A name proves nothing in a
 * folder that Latchkey never used, so `checkDataFolder` refuses one that has such names.
 */
export function* dataFolderEntries(dataFolder: string): Generator<DataFolderEntry> {
  for (const entry of list(dataFolder, '')) {
    const inside = folders.find(([name]) => name === entry.name)?.[1]
    const isOwnFile = !entry.isFolder && files.some((pattern) => pattern.test(entry.name))
    // guard: own-file-names
    if (!inside && !isOwnFile) continue
    yield entry
    if (inside && entry.isFolder) yield* entriesIn(entry, inside)
  }
}

function* entriesIn(folder: DataFolderEntry, inside: RegExp): Generator<DataFolderEntry> {
  for (const entry of list(folder.path, `${folder.name}/`)) {
    if (!inside.test(basename(entry.path))) continue
    yield entry
    if (entry.isFolder) yield* entriesIn(entry, inside)
  }
}

function list(folder: string, prefix: string): DataFolderEntry[] {
  return readFolder(folder).map((entry) => ({
    path: join(folder, entry.name),
    name: prefix + entry.name,
    // Not for a link to a folder.
    // guard: own-folders
    isFolder: entry.isDirectory(),
  }))
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Another Latchkey, which has the folder open, may just have deleted it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Deletes everything with a name of ours that is not in use. A folder that holds anything else stays. */
export function removeOwnFiles(dataFolder: string): void {
  removeEntries(
    [...dataFolderEntries(dataFolder)].filter(({ name }) => !openWhileRunning.test(name)),
  )
}

/** Deletes what an earlier process left that ended while it wrote. */
export function removeUnfinishedFiles(dataFolder: string): void {
  for (const { path, isFolder } of dataFolderEntries(dataFolder)) {
    if (!isFolder && unfinishedName.test(path)) ignoreErrors(() => rmSync(path, { force: true }))
  }
}

/** Deletes entries in the order of `dataFolderEntries`. Throws the first failure, after all else is deleted. */
export function removeEntries(entries: readonly DataFolderEntry[]): void {
  const failures: unknown[] = []
  // The content of a folder first.
  for (const entry of entries.toReversed()) {
    try {
      removeEntry(entry)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

function removeEntry({ path, isFolder }: DataFolderEntry): void {
  if (!isFolder) return rmSync(path, { force: true })
  // guard: foreign-content
  if (readdirSync(path).length > 0) return
  rmdirSync(path)
}
