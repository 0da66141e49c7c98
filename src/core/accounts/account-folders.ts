import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isolate } from '../infra/log/isolate.ts'
import type { Say } from '../infra/log/log.ts'

/** What lies in the folder of an account. */
export const accountFiles = {
  /** Holds the audit log, too. */
  queue: 'queue.db',
  queueRecoveries: 'queue-rescues.json',
  directory: 'directory.db',
  reads: 'reads.db',
  pictures: 'pictures',
  views: 'directory-views.json',
  recentStatuses: 'recent-statuses.json',
  createdTokens: 'created-tokens.json',
} as const

type AccountFile = (typeof accountFiles)[keyof typeof accountFiles]

/** Whose audit log it is. */
export const LogOwner = z.object({
  baseUrl: z.string(),
  actor: z.object({ id: z.number(), username: z.string() }),
})
export type LogOwner = z.output<typeof LogOwner>

export interface AccountFoldersPorts {
  dataFolder: string
  /** Whether anything of an account may be on disk: not of one that is signed out, nor of one that ends with this process. */
  isOnDisk(account: string): boolean
  /** Keeps the audit log in a database of an account that signed out; throws where it can't. */
  archiveAuditLog(database: string, owner: LogOwner): void
  log: Say
}

/** What somebody chose when they signed out. */
const Leaving = z.object({
  /** Whose audit log is kept; absent where it is deleted with the rest. */
  archivedLogOf: LogOwner.optional(),
})
export type Leaving = z.output<typeof Leaving>

/** Beside the folder of an account: it is about to be signed out. */
const leaving = '.leaving'
/** Instead of the folder of an account: it is being deleted. */
const deleted = '.deleted'

/**
 * The folders that hold what is kept of each account. Promise: a sign-out that was begun deletes the whole folder, at the next
 * start if the process ends before, and an audit log that is to be kept is out of it by then; one that did not come about deletes
 * nothing.
 */
export class AccountFolders {
  readonly #ports: AccountFoldersPorts

  constructor(ports: AccountFoldersPorts) {
    this.#ports = ports
  }

  /** Where something of an account is kept, in a folder that is there; undefined where it must not be. */
  path(account: string, file: AccountFile): string | undefined {
    if (!this.#ports.isOnDisk(account)) return undefined
    const folder = this.#folder(account)
    isolate(this.#ports.log, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
    return join(folder, file)
  }

  /** Notes that an account is about to be signed out. Throws where the disk does not take it. */
  begin(account: string, choice: Leaving): void {
    if (!this.#ports.isOnDisk(account)) return
    mkdirSync(this.#all, { recursive: true, mode: 0o700 })
    const mark = this.#folder(account) + leaving
    writeFileSync(mark, JSON.stringify(choice), { mode: 0o600, flush: true })
  }

  /** The account stays after all. */
  cancel(account: string): void {
    rmSync(this.#folder(account) + leaving, { force: true })
  }

  /** Deletes the folder of an account that is signed out. Throws where it can't; then the next start tries again. */
  remove(account: string, choice: Leaving): void {
    this.#remove(this.#folder(account), choice)
  }

  /** At the start, before anything is opened: brings to an end what a process before left in the middle. */
  finish(accounts: readonly string[]): void {
    const present = new Set(accounts.map((account) => nameOf(account)))
    // guard: signed-out-finish
    for (const name of this.#names()) {
      const folder = join(this.#all, name.slice(0, name.lastIndexOf('.')))
      isolate(this.#ports.log, () => {
        if (name.endsWith(deleted)) rmSync(join(this.#all, name), { recursive: true, force: true })
        if (!name.endsWith(leaving)) return
        if (present.has(name.slice(0, -leaving.length))) rmSync(folder + leaving, { force: true })
        else this.#remove(folder, Leaving.parse(JSON.parse(readFileSync(folder + leaving, 'utf8'))))
      })
    }
  }

  #names(): string[] {
    return existsSync(this.#all) ? readdirSync(this.#all) : []
  }

  #remove(folder: string, { archivedLogOf }: Leaving): void {
    if (archivedLogOf) this.#ports.archiveAuditLog(join(folder, accountFiles.queue), archivedLogOf)
    remove(folder)
  }

  get #all(): string {
    return join(this.#ports.dataFolder, 'accounts')
  }

  #folder(account: string): string {
    return accountFolder(this.#ports.dataFolder, account)
  }
}

/** Where everything of an account lies. */
export function accountFolder(dataFolder: string, account: string): string {
  return join(dataFolder, 'accounts', nameOf(account))
}

/** In one step, so that no half of it is ever taken for an account's folder. */
function remove(folder: string): void {
  // Left by a removal that could not come to its end.
  rmSync(folder + deleted, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, folder + deleted)
  // What is still being written in it may come between.
  rmSync(folder + deleted, { recursive: true, force: true, maxRetries: 3 })
  rmSync(folder + leaving, { force: true })
}

/** An ID is a name for a folder as we make them; another one, from an edited file, must not lead out of the folder. */
function nameOf(account: string): string {
  // guard: account-folder-name
  if (/^[0-9a-z-]+$/.test(account)) return account
  return createHash('sha256').update(account).digest('hex')
}
