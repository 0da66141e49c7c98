import { type Dirent, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ignoreErrors } from '../ignore-errors.ts'
import { unfinishedName } from './atomic-write.ts'

// A file that isn't listed here stays accessible to other users, and “Delete everything” leaves it behind.
const documents = [
  'accounts',
  'applications',
  'certificates',
  'desktop',
  'known-accounts',
  'limits',
  'repository-folders',
  'settings',
  'setup-changes',
  'updates',
  'viewed-users',
  'window',
] as const

/** A folder in the data folder that holds the demo's home folder and documents. It is deleted along with the demo. */
export const demoFolder = 'demo'

/** The path of a JSON document in the data folder. */
export type DocumentName =
  `${(typeof documents)[number]}.json` | `${typeof demoFolder}/${(typeof documents)[number]}.json`

const files = [
  new RegExp(String.raw`^(${documents.join('|')})\.json(\.[0-9a-f-]{36}\.next|\.broken-\d+)?$`),
  /^lock\.db(-journal)?$/,
  /^open-latchkey\.html$/,
]

/** Each folder, with the names that Latchkey's files can have in it. */
const folders: readonly [name: string, inside: RegExp][] = [
  ['accounts', /./],
  ['audit', /./],
  // Its socket isn't listed: it can be neither read nor kept, and each start replaces it.
  ['command-line', /^key(\.[0-9a-f-]{36}\.next)?$/],
  ['logs', /^(latchkey\.log(\.\d)?|tag\.key(\.[0-9a-f-]{36}\.next)?)$/],
]

/** Files that are open while Latchkey is running. */
const openWhileRunning = /^lock\.db(-journal)?$|^logs\/latchkey\.log$/

/** A data folder entry with one of Latchkey's names. */
export interface DataFolderEntry {
  path: string
  /** Relative to the data folder, with slashes. */
  name: string
  isFolder: boolean
}

/**
 * Everything with one of Latchkey's names in a data folder, each folder before its contents. Doesn't follow links. A
 * name doesn't prove anything in a folder that Latchkey has never used, so `checkDataFolder` rejects such a folder.
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
    // False for a link to a folder.
    // guard: own-folders
    isFolder: entry.isDirectory(),
  }))
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Another Latchkey that has the folder open may just have deleted it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Deletes everything with one of Latchkey's names that isn't in use. Keeps folders that contain anything else. */
export function removeOwnFiles(dataFolder: string): void {
  rmSync(join(dataFolder, demoFolder), { recursive: true, force: true })
  removeEntries(
    [...dataFolderEntries(dataFolder)].filter(({ name }) => !openWhileRunning.test(name)),
  )
}

/** Deletes files that an earlier process left unfinished. */
export function removeUnfinishedFiles(dataFolder: string): void {
  for (const { path, isFolder } of dataFolderEntries(dataFolder)) {
    if (!isFolder && unfinishedName.test(path)) ignoreErrors(() => rmSync(path, { force: true }))
  }
}

/** Deletes entries given in the order of `dataFolderEntries`. Tries all of them before throwing the first failure. */
export function removeEntries(entries: readonly DataFolderEntry[]): void {
  const failures: unknown[] = []
  // Deletes a folder's contents first.
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
