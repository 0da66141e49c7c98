import { createFailure, createFailureError } from '../../platform/failures.ts'
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Leftover, leftoverKinds } from '../../../shared/operations/device.ts'
import { FailureError } from '../../platform/failure.ts'
import { accountFolder } from '../../accounts/account-folders.ts'
import { diskProblem } from '../../platform/files/disk-errors.ts'
import {
  type DataFolderEntry,
  dataFolderEntries,
  removeEntries,
} from '../../platform/files/own-files.ts'

export interface LeftoversOptions {
  dataFolder: string
  accounts(): readonly string[]
  /** Clears files in use, by name, because a file that was just deleted would be written again. */
  clearInUse: Readonly<Record<'logs' | 'viewed-users.json' | 'desktop.json', () => void>>
}

const documents = {
  'viewed-users.json': 'viewed-users',
  'desktop.json': 'notifications',
} as const

/** Files that belong together, such as a database and its WAL. */
type LeftoverGroup = Pick<Leftover, 'name' | 'kind'>

/** Far more than sign-outs leave. The others are listed once these are deleted. */
const leftoversPerKind = 5000

/** The files that are left in the data folder after sign-out. */
export class Leftovers {
  readonly #options: LeftoversOptions

  constructor(options: LeftoversOptions) {
    this.#options = options
  }

  /** The leftovers, grouped by kind, newest first. */
  list(): Leftover[] {
    const groups = this.#groups()
    const rank = ({ kind }: Leftover) => leftoverKinds.indexOf(kind)
    return [...groups.values()]
      .map(({ group, entries }) => this.#describe(group, entries))
      .toSorted((a, b) => rank(a) - rank(b) || b.modified - a.modified)
  }

  /** Deletes a leftover that is listed. Throws a `FailureError`. */
  delete(name: string): void {
    const match = this.#groups().get(name)
    // guard: leftover-name
    if (!match) throw createFailureError('device.leftoverGone')
    const { clearInUse } = this.#options
    try {
      if (Object.hasOwn(clearInUse, name)) clearInUse[name as keyof typeof clearInUse]()
      else removeEntries(match.entries)
    } catch (error) {
      throw deletionFailure(name, error)
    }
  }

  #groups(): Map<string, { group: LeftoverGroup; entries: DataFolderEntry[] }> {
    const groups = new Map<string, { group: LeftoverGroup; entries: DataFolderEntry[] }>()
    const counts = new Map<Leftover['kind'], number>()
    const accountFolders = this.#accountFolders()
    for (const entry of dataFolderEntries(this.#options.dataFolder)) {
      const group = toGroup(entry, accountFolders)
      if (!group) continue
      const existingGroup = groups.get(group.name)
      if (existingGroup) {
        existingGroup.entries.push(entry)
        continue
      }
      const count = counts.get(group.kind) ?? 0
      // guard: many-leftovers
      if (count >= leftoversPerKind) continue
      counts.set(group.kind, count + 1)
      groups.set(group.name, { group, entries: [entry] })
    }
    return groups
  }

  #accountFolders(): ReadonlySet<string> {
    const { accounts, dataFolder } = this.#options
    return new Set(accounts().map((id) => `accounts/${basename(accountFolder(dataFolder, id))}`))
  }

  #describe(group: LeftoverGroup, entries: readonly DataFolderEntry[]): Leftover {
    const stats = entries.flatMap(({ path, isFolder }) => {
      const match = lstatSync(path, { throwIfNoEntry: false })
      return match ? [{ bytes: isFolder ? 0 : match.size, modified: match.mtimeMs }] : []
    })
    return {
      ...group,
      path: join(this.#options.dataFolder, group.name),
      bytes: stats.reduce((sum, { bytes }) => sum + bytes, 0),
      modified: Math.max(0, ...stats.map(({ modified }) => modified)),
    }
  }
}

/** The leftover that a directory entry belongs to; undefined for anything deleted with its account or the settings. */
function toGroup(
  { name, isFolder }: DataFolderEntry,
  present: ReadonlySet<string>,
): LeftoverGroup | undefined {
  const account = /^accounts\/[^/]+?(?=\.leaving$|\.deleted$|\.deleted\/|\/|$)/.exec(name)?.[0]
  if (account && !present.has(account)) return { name: account, kind: 'account-folder' }
  const damaged = /^.+\.(?:broken|damaged)-\d+(?=(-wal|-shm)?$)/.exec(name)?.[0]
  if (damaged) return { name: damaged, kind: 'damaged-file' }
  if (/^audit\/[^/]+$/.test(name) && !isFolder) return { name, kind: 'audit-log' }
  if (name.startsWith('logs/latchkey.log')) return { name: 'logs', kind: 'logs' }
  const kind = Object.hasOwn(documents, name) && documents[name as keyof typeof documents]
  return kind ? { name, kind } : undefined
}

function deletionFailure(name: string, error: unknown): FailureError {
  return new FailureError(
    createFailure('device.leftoverNotDeleted', { name, reason: diskProblem(error) }),
    { cause: error },
  )
}
