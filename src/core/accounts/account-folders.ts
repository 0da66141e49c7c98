import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { prepareFile } from '../platform/files/atomic-write.ts'
import { HttpUrl } from '../platform/files/http-url.ts'
import { readRegularFile } from '../platform/files/regular-file.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { LogFunction } from '../platform/log/log.ts'

/** The files in an account folder. */
export const accountFiles = {
  /** Also contains the audit log. */
  jobs: 'jobs.db',
  directory: 'directory.db',
  credentials: 'credentials.db',
  reads: 'reads.db',
  /** Figures of each day. */
  reports: 'reports.db',
  /** One file for each review. */
  reviews: 'reviews',
  pictures: 'pictures',
  views: 'directory-views.json',
  spamMarks: 'spam-marks.json',
  recentStatuses: 'recent-statuses.json',
  statusPresets: 'status-presets.json',
  statusTimes: 'status-times.json',
  createdTokens: 'created-tokens.json',
  plans: 'plans.json',
  rules: 'rules.json',
  dismissedFiles: 'dismissed-files.json',
  ignoredAttention: 'ignored-attention.json',
  rateLimit: 'rate-limit.json',
  layout: 'layout.json',
  lastConnected: 'last-connected.json',
} as const

type AccountFile = (typeof accountFiles)[keyof typeof accountFiles]

/** The owner of an audit log. */
export const LogOwner = z.object({
  baseUrl: HttpUrl,
  actor: z.object({ id: z.number(), username: z.string() }),
})
export type LogOwner = z.output<typeof LogOwner>

export interface AccountFoldersOptions {
  dataFolder: string
  /** False if the account is signed out or kept only in memory. */
  isOnDisk(account: string): boolean
  /** Archives the audit log in a signed-out account's folder. Throws on failure. */
  archiveAuditLog(folder: string, owner: LogOwner): void
  log: LogFunction
}

/** The choices made at sign-out. */
const SignOutChoice = z.object({
  /** The owner of the audit log to archive; absent if the log is deleted too. */
  archivedLogOf: LogOwner.optional(),
})
export type SignOutChoice = z.output<typeof SignOutChoice>

/** Suffix of the marker file that sits next to an account folder during sign-out. */
const leavingSuffix = '.leaving'
/** Suffix of an account folder that is being deleted. */
const deletedSuffix = '.deleted'

/**
 * The data folder of each account. Guarantee: signing out deletes the entire folder, or the next start does if the
 * process ends first. If the audit log is kept, it is archived beforehand. A failed sign-out deletes nothing.
 */
export class AccountFolders {
  readonly #options: AccountFoldersOptions

  constructor(options: AccountFoldersOptions) {
    this.#options = options
  }

  /**
   * Returns the path of an account's file, creating its folder; undefined if the account must not be stored on disk.
   */
  path(account: string, file: AccountFile): string | undefined {
    if (!this.#options.isOnDisk(account)) return undefined
    const folder = this.#folder(account)
    isolate(this.#options.log, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
    return join(folder, file)
  }

  /** Records that an account is about to be signed out. Throws on disk errors. */
  beginSignOut(account: string, choice: SignOutChoice): void {
    if (!this.#options.isOnDisk(account)) return
    mkdirSync(this.#parentFolder, { recursive: true, mode: 0o700 })
    const mark = this.#folder(account) + leavingSuffix
    prepareFile(mark, JSON.stringify(choice)).commit()
  }

  /** Reverts `beginSignOut`. */
  cancelSignOut(account: string): void {
    rmSync(this.#folder(account) + leavingSuffix, { force: true })
  }

  /** Deletes a signed-out account's folder. Throws on failure; the next start tries again. */
  remove(account: string, choice: SignOutChoice): void {
    this.#remove(this.#folder(account), choice)
  }

  /** Completes sign-outs that earlier processes left unfinished. Call at startup, before any file is opened. */
  finishSignOuts(accounts: readonly string[]): void {
    const present = new Set(accounts.map((account) => folderName(account)))
    // guard: signed-out-finish
    for (const name of this.#listNames()) {
      const folder = join(this.#parentFolder, name.slice(0, name.lastIndexOf('.')))
      isolate(this.#options.log, () => {
        if (name.endsWith(deletedSuffix))
          rmSync(join(this.#parentFolder, name), { recursive: true, force: true })
        if (!name.endsWith(leavingSuffix)) return
        if (present.has(name.slice(0, -leavingSuffix.length)))
          rmSync(folder + leavingSuffix, { force: true })
        else this.#remove(folder, readSignOutChoice(folder + leavingSuffix))
      })
    }
  }

  #listNames(): string[] {
    return existsSync(this.#parentFolder) ? readdirSync(this.#parentFolder) : []
  }

  #remove(folder: string, { archivedLogOf }: SignOutChoice): void {
    if (archivedLogOf) this.#options.archiveAuditLog(folder, archivedLogOf)
    remove(folder)
  }

  get #parentFolder(): string {
    return join(this.#options.dataFolder, 'accounts')
  }

  #folder(account: string): string {
    return accountFolder(this.#options.dataFolder, account)
  }
}

/** Generous, because the file only contains a URL and a username. */
const maxChoiceBytes = 1024 * 1024

function readSignOutChoice(path: string): SignOutChoice {
  return SignOutChoice.parse(JSON.parse(readRegularFile(path, maxChoiceBytes).toString()))
}

export function accountFolder(dataFolder: string, account: string): string {
  return join(dataFolder, 'accounts', folderName(account))
}

/** Renames the folder first so a half-deleted one is never mistaken for an account's folder. */
function remove(folder: string): void {
  // Left over from an unfinished removal.
  rmSync(folder + deletedSuffix, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, folder + deletedSuffix)
  // The removal may fail at first if files are still being written.
  rmSync(folder + deletedSuffix, { recursive: true, force: true, maxRetries: 3 })
  rmSync(folder + leavingSuffix, { force: true })
}

/** Latchkey's IDs are valid folder names, but an ID from an edited file must not escape the folder. */
function folderName(account: string): string {
  // guard: account-folder-name
  if (/^[0-9a-z-]+$/.test(account)) return account
  return createHash('sha256').update(account).digest('hex')
}
