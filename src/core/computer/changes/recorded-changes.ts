import { createFailureError } from '../../platform/failures.ts'
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
import { type PreparedFile, prepareFile, writeNewFile } from '../../platform/files/atomic-write.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'
import { GitEdit } from './git-edit.ts'

/** A setting or line that was written into a file whose other content isn't Latchkey's. */
const WrittenPart = z.union([GitEdit, z.object({ line: z.string() })])
export type WrittenPart = z.output<typeof WrittenPart>
const ChangedFile = z.object({
  kind: z.literal('file'),
  path: z.string(),
  /** The backup of the original; absent for a new file. */
  backup: z.string().optional(),
  /** SHA-256 of the original content in hex; absent for a new file. */
  original: z.string().optional(),
  /** SHA-256 of the written content in hex; absent for a deleted file. */
  written: z.string().optional(),
  /** With these, the change can be undone although the file was changed since. */
  parts: z.array(WrittenPart).optional(),
})
export type ChangedFile = z.output<typeof ChangedFile>
const ChangedMode = z.object({
  kind: z.literal('mode'),
  path: z.string(),
  before: z.number(),
  after: z.number(),
})
/** The fingerprint of the public key, and the key in base64. */
const ofKey = { fingerprint: z.string(), blob: z.string() }
const CreatedKey = z.object({ kind: z.literal('key'), path: z.string(), ...ofKey })
const AgentKey = z.object({ kind: z.literal('agent-key'), path: z.string(), ...ofKey })
const AccountKey = z.object({
  kind: z.literal('account-key'),
  /** Identifies the account, whose ID in Latchkey changes with each sign-in. */
  instance: z.string(),
  username: z.string(),
  title: z.string(),
  /** Absent if only an agent has the key. */
  path: z.string().optional(),
  ...ofKey,
})
const SetPassphrase = z.object({
  kind: z.literal('passphrase'),
  path: z.string(),
  /** The copy that is being changed, until it replaces the key. */
  copy: z.string().optional(),
  ...ofKey,
})
/** A token's secret that a program stores for Git or glab. */
const Credential = z.object({
  kind: z.literal('credential'),
  program: z.enum(['git', 'glab']),
  instance: z.string(),
  /** That of the credential, if Git has several. */
  username: z.string().optional(),
  path: z.undefined().optional(),
})
export type CredentialStep = z.output<typeof Credential>
const RecordedStep = z.discriminatedUnion('kind', [
  ChangedFile,
  ChangedMode,
  CreatedKey,
  AgentKey,
  AccountKey,
  SetPassphrase,
  Credential,
])
/** One change or creation, with the state before and after. */
export type RecordedStep = z.output<typeof RecordedStep>

const ChangeSet = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** In the order in which they were applied. */
  steps: z.array(RecordedStep),
})
/** A set of changes that were confirmed together and are undone together. */
export type ChangeSet = z.output<typeof ChangeSet>

/** Whether a step can be reverted. */
export const canUndo = ({ kind }: RecordedStep): boolean =>
  kind !== 'passphrase' && kind !== 'credential'

/** All changes, oldest first. */
export const ChangeSets = z.object({ sets: z.array(ChangeSet).default([]) })
export type ChangeSets = z.output<typeof ChangeSets>

/** Older ones can no longer be undone here, but their backups remain. */
const keptSets = 100

/**
 * Changes the user's files and records all changes for undo. Guarantees: each file is always either the complete old or
 * the complete new version; the original is first backed up in the same folder under an unused name; a file that
 * something else has changed since isn't modified. Links remain links, and only regular files are touched.
 */
export class RecordedChanges {
  readonly #document: JsonFile<ChangeSets>
  readonly #now: () => number
  /** The current set of changes, recorded along with its first step. */
  #current: ChangeSet

  constructor(document: JsonFile<ChangeSets>, now: () => number) {
    this.#document = document
    this.#now = now
    this.#current = this.#newSet()
  }

  /** Begins a set of changes. Throws a failure if nothing can be recorded. */
  begin(): ChangeSet {
    this.#document.assertReadable()
    return (this.#current = this.#newSet())
  }

  /** Deletes the records of all changes, but keeps the backups. */
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

  /** Replaces the last recorded step; drops it if there is no other one. */
  amend(step?: RecordedStep): void {
    const steps = [...this.#current.steps.slice(0, -1), ...(step ? [step] : [])]
    if (steps.length > 0) return this.#write(steps)
    const { id } = this.#current
    this.#document.write({ sets: this.sets.filter((set) => set.id !== id) })
    this.#current = this.#newSet()
  }

  /** Deletes copies of private keys that remained because Latchkey was killed. */
  removeLeftovers(): void {
    const leftovers = this.sets.flatMap(({ id, steps }) =>
      steps.flatMap((step) =>
        step.kind === 'passphrase' && step.copy !== undefined
          ? [{ id, step, copy: step.copy }]
          : [],
      ),
    )
    for (const { id, step, copy } of leftovers) {
      rmSync(copy, { force: true })
      this.drop(id, [step])
    }
  }

  /** Removes undone steps from a set. */
  drop(id: string, undone: readonly RecordedStep[]): void {
    const sets = this.sets.map((set) =>
      set.id === id ? { ...set, steps: set.steps.filter((step) => !undone.includes(step)) } : set,
    )
    this.#document.write({ sets: sets.filter(({ steps }) => steps.length > 0) })
  }

  /**
   * Replaces a file's content, which must still be `before`, with `content`. Undefined means no file. A file that
   * Latchkey created is deleted if nothing remains in it. `parts` is all that was changed, if only settings or lines were.
   */
  replace(
    file: string,
    before: Buffer | undefined,
    content: Buffer | undefined,
    parts?: readonly WrittenPart[],
  ): void {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const path = targetOf(file)
    const isEmptied = content?.toString('latin1').trim() === '' && this.#wasCreated(path)
    const after = isEmptied ? undefined : content
    const mode = before ? statSync(path).mode & 0o777 : 0o600
    const { steps } = this.#current
    // A file that was already changed in this set keeps its first backup.
    const known = steps.find((step) => step.kind === 'file' && step.path === path) as
      ChangedFile | undefined
    const original = known ? known.original : before && sha256(before)
    const newBackup = known || !before ? undefined : keepBackup(path, before, mode)
    const backup = newBackup ?? known?.backup
    const earlierParts = known ? known.parts : []
    let next: PreparedFile | undefined
    try {
      next = after ? prepareFile(path, after, mode) : removal(path)
      if (!isSame(readIfThere(path), before))
        throw createFailureError('setup.changedMeanwhile', { path })
      const step = {
        kind: 'file',
        path,
        backup,
        original,
        written: after && sha256(after),
        ...(parts && earlierParts && { parts: [...earlierParts, ...parts] }),
      } as const
      this.#write([...steps.filter((one) => one !== known), step])
      next.commit()
    } catch (error) {
      next?.cancel()
      // If the backup isn't recorded, nothing was changed.
      if (newBackup && !this.#isRecorded(newBackup)) rmSync(newBackup, { force: true })
      throw error
    }
  }

  setMode(path: string, before: number, after: number): void {
    if (modeOf(path) !== before) throw createFailureError('setup.changedMeanwhile', { path })
    this.record({ kind: 'mode', path, before, after })
    chmodSync(path, after)
  }

  #wasCreated(path: string): boolean {
    return this.sets.some(({ steps }) =>
      steps.some(
        (step) => step.kind === 'file' && step.path === path && step.original === undefined,
      ),
    )
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

/** Resolves links in a file's path. Throws for anything but a file, and for a dangling link. */
function targetOf(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false }))
    return join(realpathSync(dirname(file)), basename(file))
  // guard: changed-kind
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw createFailureError('setup.notRegular', { path: file })
  // guard: linked-file
  return realpathSync(file)
}

/** A path with links resolved, if it exists. */
export function realIfThere(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Backs up content next to its file under an unused name. */
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

/** A file's or folder's permissions; undefined for a link, because its target wasn't shown to the user. */
export function modeOf(path: string): number | undefined {
  // guard: mode-of-link
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && !stats.isSymbolicLink() ? stats.mode & 0o777 : undefined
}

/** A file deletion as a prepared change. */
const removal = (path: string): PreparedFile => ({
  commit: () => rmSync(path, { force: true }),
  cancel: () => undefined,
})

/** Whether a file is the original, is as Latchkey left it (with or without a backup), or has changed since. */
export function changedFileState(
  file: ChangedFile,
): 'original' | 'left' | 'changed' | 'without-backup' {
  const { path, backup, original, written } = file
  // guard: restored-kind
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) return 'changed'
  const current = readIfThere(path)
  const currentHash = current && sha256(current)
  if (currentHash === original) return 'original'
  if (currentHash !== written) return 'changed'
  return backup === undefined || isOriginal(backup, original) ? 'left' : 'without-backup'
}

/** Replaces the content of a file, which must still be `before`, without recording it. */
export function rewrite(path: string, before: Buffer, after: Buffer | undefined): void {
  const next = after ? prepareFile(path, after, statSync(path).mode & 0o777) : removal(path)
  if (!isSame(readIfThere(path), before)) {
    next.cancel()
    throw createFailureError('setup.changedMeanwhile', { path })
  }
  next.commit()
}

/** Restores a file and deletes its backup. Throws if the file has changed since or its backup is missing. */
export function restore(file: ChangedFile): void {
  const { path, backup } = file
  const state = changedFileState(file)
  if (state === 'original' && backup !== undefined) {
    // An edited record may name any file.
    // guard: deleted-backup
    if (isOriginal(backup, file.original)) rmSync(backup, { force: true })
  } else if (state === 'left' && backup !== undefined) renameSync(backup, path)
  else if (state === 'left') rmSync(path, { force: true })
  else if (state !== 'original') throw createFailureError('setup.changedMeanwhile', { path })
}

export function isOriginal(backup: string, original: string | undefined): boolean {
  const backupContent =
    lstatSync(backup, { throwIfNoEntry: false })?.isFile() && readIfThere(backup)
  // guard: original-backup
  return (
    backupContent !== undefined && backupContent !== false && sha256(backupContent) === original
  )
}

/** Size limit (bytes) of a configuration file or host list; larger than any real one. */
export const userFileLimit = 16 * 1024 * 1024

/** A file's content; undefined if there is no file. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readRegularFile(path, userFileLimit)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'NOT_REGULAR') throw createFailureError('setup.notRegular', { path })
    if (code === 'TOO_LARGE') throw createFailureError('setup.tooLarge', { path })
    throw createFailureError('setup.notRead', { path, code })
  }
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a && b ? a.equals(b) : a === b
}

function sha256(content: Buffer): string {
  return hash('sha256', content)
}
