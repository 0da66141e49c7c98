import { basename, dirname } from 'node:path'
import { type Failure, FailureError } from '../failure.ts'
import { diskTrouble, isFull } from './disk-errors.ts'

/** Thrown where a document is a link to a file that is not there. */
export class BrokenLink extends Error {
  readonly code = 'BROKEN_LINK'
}

/** Thrown where a document is larger than any that Latchkey writes. */
export class TooLarge extends Error {
  readonly code = 'TOO_LARGE'
}

/** For a document that the disk does not take. */
export function notSaved(path: string, error: unknown): FailureError {
  const message = `Couldn't save ${basename(path)} on this computer: ${diskTrouble(error)}.`
  return failed(message, `${remedy(path, error)}, then try again.`, error)
}

/** For a document that is there and cannot be read; nothing overwrites it. */
export function notRead(path: string, error: unknown): FailureError {
  const message = `Couldn't read ${path}: ${diskTrouble(error)}.`
  return failed(message, `${remedy(path, error)}, then try again.`, error)
}

/** The same, for somebody who did something that succeeded all the same. */
export function unsavedOnly(path: string, { failure, cause }: FailureError): Failure {
  const hint = `What was done on the service isn't affected. ${remedy(path, cause)}.`
  return { ...failure, hint }
}

function failed(message: string, hint: string, cause: unknown): FailureError {
  return new FailureError({ kind: 'unexpected', message, hint }, { cause })
}

function remedy(document: string, error: unknown): string {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (code === 'EISDIR' || code === 'ERR_FS_EISDIR') return `Move ${dest ?? path ?? document} away`
  if (error instanceof BrokenLink) return `Restore what ${document} links to, or remove the link`
  if (error instanceof TooLarge) return `Move ${document} away`
  const folder = dirname(document)
  if (isFull(error)) return `Free up space for ${folder}`
  return `Give your user read and write access to ${path === document ? document : folder}`
}
