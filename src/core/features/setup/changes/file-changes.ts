import { hash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
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
import { type PreparedFile, prepareFile } from '../../../infra/files/atomic-write.ts'
import type { JsonFile } from '../../../infra/files/json-file.ts'

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
 * before; a file that somebody else changed meanwhile stays as it is, now and when it is changed back.
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
    const path = existsSync(file) ? realpathSync(file) : file
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const mode = before ? statSync(path).mode & 0o777 : 0o600
    const last = this.#current()
    // A file that was changed in this set already keeps its first backup.
    const known = last.files.find((one) => one.path === path)
    const backup = known ? known.backup : before && `${path}.before-latchkey`
    const original = known ? known.original : before && sha256(before)
    if (!known && before) prepareFile(backup!, before, mode).commit()
    const next = after ? prepareFile(path, after, mode) : removal(path)
    try {
      if (!isSame(readIfThere(path), before)) throw changedMeanwhile(path)
      const entry = { path, backup, original, written: after && sha256(after) }
      const others = last.files.filter((one) => one !== known)
      this.#write({ ...last, files: [...others, entry] })
      next.commit()
    } catch (error) {
      next.cancel()
      throw error
    }
  }

  setMode(path: string, before: number, after: number): void {
    if ((statSync(path).mode & 0o777) !== before) throw changedMeanwhile(path)
    const last = this.#current()
    this.#write({ ...last, modes: [...last.modes, { path, before, after }] })
    chmodSync(path, after)
  }

  #current(): ChangedFiles {
    return this.#isFirst ? { at: this.#now(), files: [], modes: [] } : this.#document.read()
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
      if (existsSync(path) && (statSync(path).mode & 0o777) === after) chmodSync(path, before)
    }
    this.#document.write(kept)
    if (kept.files.length > 0) throw changedMeanwhile(kept.files[0]!.path)
  }
}

/** A file that is removed, as the next version of it. */
const removal = (path: string): PreparedFile => ({
  commit: () => rmSync(path, { force: true }),
  cancel: () => undefined,
})

/** Returns whether the file is as it was before. */
function restore({ path, backup, original, written }: z.output<typeof ChangedFile>): boolean {
  const current = readIfThere(path)
  const found = current && sha256(current)
  if (found === original) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return true
  }
  if (found !== written) return false
  if (backup === undefined) rmSync(path, { force: true })
  else if (existsSync(backup)) renameSync(backup, path)
  else return false
  return true
}

/** The content of a file, or undefined where there is none. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
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

function changedMeanwhile(path: string): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('setup.changedMeanwhile', { path }),
    hint: message('setup.checkAgainHint'),
  })
}
