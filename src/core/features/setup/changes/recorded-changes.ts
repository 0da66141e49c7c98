import { hash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import {
  type PreparedFile,
  prepareFile,
  writeNewFile,
} from '../../../platform/files/atomic-write.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import { readRegularFile } from '../../../platform/files/regular-file.ts'

const ChangedFile = z.object({
  kind: z.literal('file'),
  path: z.string(),
  /** The copy of how it was; absent for a file that is new. */
  backup: z.string().optional(),
  /** SHA-256 of the content before, in hex; absent for a file that is new. */
  original: z.string().optional(),
  /** SHA-256 of the content that was written, in hex; absent for a file that was removed. */
  written: z.string().optional(),
})
type ChangedFile = z.output<typeof ChangedFile>
const ChangedMode = z.object({
  kind: z.literal('mode'),
  path: z.string(),
  before: z.number(),
  after: z.number(),
})
/** The public key, as its fingerprint and in base64. */
const ofKey = { fingerprint: z.string(), blob: z.string() }
const CreatedKey = z.object({ kind: z.literal('key'), path: z.string(), ...ofKey })
const AgentKey = z.object({ kind: z.literal('agent-key'), path: z.string(), ...ofKey })
const AccountKey = z.object({
  kind: z.literal('account-key'),
  /** Of the account, which has another ID in Latchkey each time it signs in. */
  instance: z.string(),
  username: z.string(),
  title: z.string(),
  /** Absent for a key that only an agent has. */
  path: z.string().optional(),
  ...ofKey,
})
const RecordedStep = z.discriminatedUnion('kind', [
  ChangedFile,
  ChangedMode,
  CreatedKey,
  AgentKey,
  AccountKey,
])
/** One thing that was changed or made, as it was before and as it was left. */
export type RecordedStep = z.output<typeof RecordedStep>

const ChangeSet = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** In the order in which they were made. */
  steps: z.array(RecordedStep),
})
/** Changes that were confirmed together, and are undone together. */
export type ChangeSet = z.output<typeof ChangeSet>

/** All changes that can be undone, the oldest first. */
export const ChangeSets = z.object({ sets: z.array(ChangeSet).default([]) })
export type ChangeSets = z.output<typeof ChangeSets>

/** Older ones can no longer be undone here; their backups stay. */
const keptSets = 100

/**
 * Changes files of the person's, and records all changes to undo them. Promises: each file is the old or the new one, whole, whatever
 * happens; how it was is kept beside it before, under a name that nothing had; a file that somebody else changed meanwhile stays as it
 * is. A link stays one, and what isn't a regular file is left alone.
 */
export class RecordedChanges {
  readonly #document: JsonFile<ChangeSets>
  readonly #now: () => number
  /** The set that changes belong to; in the document from its first step on. */
  #current: ChangeSet

  constructor(document: JsonFile<ChangeSets>, now: () => number) {
    this.#document = document
    this.#now = now
    this.#current = this.#newSet()
  }

  /** Begins a set of changes. Throws a failure where nothing could be recorded. */
  begin(): ChangeSet {
    this.#document.assertReadable()
    return (this.#current = this.#newSet())
  }

  /** Forgets all changes. The backups of files stay. */
  clear(): void {
    this.#document.remove()
    this.#current = this.#newSet()
  }

  get sets(): readonly ChangeSet[] {
    return this.#document.read().sets
  }

  record(step: RecordedStep): void {
    this.#write([...this.#current.steps, step])
  }

  /** Forgets the steps of a set that were undone. */
  drop(id: string, undone: readonly RecordedStep[]): void {
    const sets = this.sets.map((set) =>
      set.id === id ? { ...set, steps: set.steps.filter((step) => !undone.includes(step)) } : set,
    )
    this.#document.write({ sets: sets.filter(({ steps }) => steps.length > 0) })
  }

  /**
   * Replaces the content of a file, which is `before` unless somebody else has changed it, by `after`. Undefined stands for no file.
   */
  replace(file: string, before: Buffer | undefined, after: Buffer | undefined): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const path = targetOf(file)
    const mode = before ? statSync(path).mode & 0o777 : 0o600
    const { steps } = this.#current
    // A file that was changed in this set already keeps its first backup.
    const known = steps.find((step) => step.kind === 'file' && step.path === path) as
      ChangedFile | undefined
    const original = known ? known.original : before && sha256(before)
    const newBackup = known || !before ? undefined : keepBackup(path, before, mode)
    const backup = newBackup ?? known?.backup
    let next: PreparedFile | undefined
    try {
      next = after ? prepareFile(path, after, mode) : removal(path)
      if (!isSame(readIfThere(path), before)) throw changedMeanwhile(path)
      const step = {
        kind: 'file',
        path,
        backup,
        original,
        written: after && sha256(after),
      } as const
      this.#write([...steps.filter((one) => one !== known), step])
      next.commit()
    } catch (error) {
      next?.cancel()
      // While the document doesn't name it, nothing was changed.
      if (newBackup && !this.#isRecorded(newBackup)) rmSync(newBackup, { force: true })
      throw error
    }
  }

  setMode(path: string, before: number, after: number): void {
    if (modeOf(path) !== before) throw changedMeanwhile(path)
    this.record({ kind: 'mode', path, before, after })
    chmodSync(path, after)
  }

  #newSet(): ChangeSet {
    return { id: randomUUID(), at: this.#now(), steps: [] }
  }

  #isRecorded(backup: string): boolean {
    return this.#current.steps.some((step) => step.kind === 'file' && step.backup === backup)
  }

  #write(steps: RecordedStep[]): void {
    const set = { ...this.#current, steps }
    const others = this.sets.filter(({ id }) => id !== set.id)
    this.#document.write({ sets: [...others, set].slice(-keptSets) })
    this.#current = set
  }
}

/** The file itself where a link leads to it or to its folder. Throws for anything else than a file, and for a link to nowhere. */
function targetOf(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false }))
    return join(realpathSync(dirname(file)), basename(file))
  // guard: changed-kind
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw notRegular(file)
  // guard: linked-file
  return realpathSync(file)
}

/** A path without links, where there is something. */
export function realIfThere(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Keeps a content beside its file, under a name that nothing has. */
function keepBackup(path: string, content: Buffer, mode: number): string {
  for (let nth = 1; ; nth += 1) {
    const backup = `${path}.before-latchkey${nth === 1 ? '' : `-${nth}`}`
    try {
      writeNewFile(backup, content, mode)
      return backup
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The access rights of a file or folder; undefined for a link, whose target nobody was shown. */
export function modeOf(path: string): number | undefined {
  // guard: mode-of-link
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && !stats.isSymbolicLink() ? stats.mode & 0o777 : undefined
}

/** A file that is removed, as the next version of it. */
const removal = (path: string): PreparedFile => ({
  commit: () => rmSync(path, { force: true }),
  cancel: () => undefined,
})

/** How a file is now: as it was, as Latchkey left it, or neither; or as it was left, without the backup of how it was. */
export function changedFileState(
  file: ChangedFile,
): 'original' | 'left' | 'changed' | 'without-backup' {
  const { path, backup, original, written } = file
  // guard: restored-kind
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) return 'changed'
  const current = readIfThere(path)
  const found = current && sha256(current)
  if (found === original) return 'original'
  if (found !== written) return 'changed'
  return backup === undefined || isOriginal(backup, original) ? 'left' : 'without-backup'
}

/** Restores a file that is as Latchkey left it, or as it was; its backup is gone then. */
export function restore(file: ChangedFile): void {
  const { path, backup } = file
  const state = changedFileState(file)
  if (state === 'original' && backup !== undefined) rmSync(backup, { force: true })
  else if (state === 'left' && backup !== undefined) renameSync(backup, path)
  else if (state === 'left') rmSync(path, { force: true })
  else if (state !== 'original') throw changedMeanwhile(path)
}

function isOriginal(backup: string, original: string | undefined): boolean {
  const kept = lstatSync(backup, { throwIfNoEntry: false })?.isFile() && readIfThere(backup)
  // guard: original-backup
  return kept !== undefined && kept !== false && sha256(kept) === original
}

/** Bytes of a configuration file or a list of hosts; nobody's is as large. */
export const userFileLimit = 16 * 1024 * 1024

/** The content of a file, or undefined where there is none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readRegularFile(path, userFileLimit)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'NOT_REGULAR') throw notRegular(path)
    if (code === 'TOO_LARGE')
      throw new FailureError({ kind: 'invalid', message: message('setup.tooLarge', { path }) })
    const reason = message('setup.notRead', { path, code })
    throw new FailureError({ kind: 'invalid', message: reason })
  }
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a && b ? a.equals(b) : a === b
}

function sha256(content: Buffer): string {
  return hash('sha256', content)
}

function notRegular(path: string): FailureError {
  return new FailureError({ kind: 'invalid', message: message('setup.notRegular', { path }) })
}

export function changedMeanwhile(path: string): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('setup.changedMeanwhile', { path }),
    hint: message('setup.checkAgainHint'),
  })
}
