import { basename, dirname } from 'node:path'
import { FailureError } from '../../shared/failure.ts'
import { diskTrouble, isFull } from './disk-trouble.ts'

/** For a document that the disk does not take. */
export function notSaved(path: string, error: unknown): FailureError {
  const message = `Couldn't save ${basename(path)} on this computer: ${diskTrouble(error)}.`
  return new FailureError(
    { kind: 'unexpected', message, hint: remedy(path, error) },
    { cause: error },
  )
}

/** For a document that is there and cannot be read; nothing overwrites it. */
export function notRead(path: string, error: unknown): FailureError {
  const hint = isFolder(error)
    ? 'Move it away, then try again.'
    : 'Give your user read and write access to it, then try again.'
  const message = `Couldn't read ${path}: ${diskTrouble(error)}.`
  return new FailureError({ kind: 'unexpected', message, hint }, { cause: error })
}

function remedy(path: string, error: unknown): string {
  const { path: from = path, dest = from } = error as NodeJS.ErrnoException & { dest?: string }
  if (isFolder(error)) return `Move ${dest} away, then try again.`
  if (isFull(error)) return `Free up space for ${dirname(path)}, then try again.`
  return `Give your user write access to ${dirname(path)}, then try again.`
}

function isFolder(error: unknown): boolean {
  return ['EISDIR', 'ERR_FS_EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}
