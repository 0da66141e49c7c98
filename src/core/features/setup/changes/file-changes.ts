import { hash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { LastChanges } from '../../../../shared/app/setup.ts'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { type PreparedFile, prepareFile, writeNewFile } from '../../../infra/files/atomic-write.ts'
import type { JsonFile } from '../../../infra/files/json-file.ts'
import { readRegularFile } from '../../../infra/files/regular-file.ts'

const ChangedFile = z.object({
  path: z.string(),
  /** The copy of how it was; absent for a file that is new. */
  backup: z.string().optional(),
  /** SHA-256 of the content before, in hex; absent for a file that is new. */
  original: z.string().optional(),
  /** SHA-256 of the content that was written, in hex; absent for a file that was removed. */
  written: z.string().optional(),
})
const ChangedMode = z.object({ path: z.string(), before: z.number(), after: z.number() })

/** What was changed last, to change it back. */
export const ChangedFiles = z.object({
  /** Milliseconds since 1970. */
  at: z.number().optional(),
  files: z.array(ChangedFile).default([]),
  modes: z.array(ChangedMode).default([]),
})
export type ChangedFiles = z.output<typeof ChangedFiles>

/**
 * Changes files of the person's. Promises: each one is the old or the new one, whole, whatever happens; how it was is kept beside it
 * before, under a name that nothing had; a file that somebody else changed meanwhile stays as it is, now and when it is changed back.
 * A link stays one, and what isn't a regular file is left alone.
 */
export class FileChanges {
  readonly #document: JsonFile<ChangedFiles>
  readonly #now: () => number
  /** Whether the next change is the first of its set. */
  #isFirst = true

  constructor(document: JsonFile<ChangedFiles>, now: () => number) {
    this.#document = document
    this.#now = now
  }

  /** Begins a set of changes that are undone together. The last one can be undone until the first of these is made. */
  begin(): void {
    this.#isFirst = true
  }

  /**
   * Replaces the content of a file, which is `before` unless somebody else has changed it, by `after`. Undefined stands for no file.
   */
  replace(file: string, before: Buffer | undefined, after: Buffer | undefined): void {
    const path = targetOf(file)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const mode = before ? statSync(path).mode & 0o777 : 0o600
    const last = this.#current()
    // A file that was changed in this set already keeps its first backup.
    const known = last.files.find((one) => one.path === path)
    const original = known ? known.original : before && sha256(before)
    const newBackup = known || !before ? undefined : keepBackup(path, before, mode)
    const backup = newBackup ?? known?.backup
    let next: PreparedFile | undefined
    try {
      next = after ? prepareFile(path, after, mode) : removal(path)
      if (!isSame(readIfThere(path), before)) throw changedMeanwhile(path)
      const entry = { path, backup, original, written: after && sha256(after) }
      const others = last.files.filter((one) => one !== known)
      this.#write({ ...last, files: [...others, entry] })
      next.commit()
    } catch (error) {
      next?.cancel()
      // While the document doesn't name it, nothing was changed.
      if (newBackup && !this.#isNoted(newBackup)) rmSync(newBackup, { force: true })
      throw error
    }
  }

  setMode(path: string, before: number, after: number): void {
    if (modeOf(path) !== before) throw changedMeanwhile(path)
    const last = this.#current()
    this.#write({ ...last, modes: [...last.modes, { path, before, after }] })
    chmodSync(path, after)
  }

  #current(): ChangedFiles {
    return this.#isFirst ? { at: this.#now(), files: [], modes: [] } : this.#document.read()
  }

  #isNoted(backup: string): boolean {
    return this.#current().files.some((file) => file.backup === backup)
  }

  #write(changed: ChangedFiles): void {
    this.#document.write(changed)
    this.#isFirst = false
  }

  last(): LastChanges {
    const { at, files, modes } = this.#document.read()
    const paths = [...files, ...modes].map(({ path }) => path)
    return paths.length > 0 ? { at, files: paths } : { files: [] }
  }

  /** Changes everything back. Throws for a file that somebody changed since; all others are then changed back. */
  undo(): void {
    const last = this.#document.read()
    const kept = { ...last, files: last.files.filter((file) => !restore(file)), modes: [] }
    for (const { path, before, after } of last.modes) {
      if (modeOf(path) === after) chmodSync(path, before)
    }
    this.#document.write(kept)
    if (kept.files.length > 0) throw changedMeanwhile(kept.files[0]!.path)
  }
}

/** The file itself where a link leads to it. Throws for anything else than a file, and for a link to nowhere. */
function targetOf(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })) return file
  // guard: changed-kind
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw notRegular(file)
  // guard: linked-file
  return realpathSync(file)
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
function modeOf(path: string): number | undefined {
  // guard: mode-of-link
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats && !stats.isSymbolicLink() ? stats.mode & 0o777 : undefined
}

/** A file that is removed, as the next version of it. */
const removal = (path: string): PreparedFile => ({
  commit: () => rmSync(path, { force: true }),
  cancel: () => undefined,
})

/** Returns whether the file is as it was before. */
function restore({ path, backup, original, written }: z.output<typeof ChangedFile>): boolean {
  // guard: restored-kind
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) return false
  const current = readIfThere(path)
  const found = current && sha256(current)
  if (found === original) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return true
  }
  if (found !== written) return false
  if (backup === undefined) rmSync(path, { force: true })
  else if (isOriginal(backup, original)) renameSync(backup, path)
  else return false
  return true
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

function changedMeanwhile(path: string): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('setup.changedMeanwhile', { path }),
    hint: message('setup.checkAgainHint'),
  })
}
