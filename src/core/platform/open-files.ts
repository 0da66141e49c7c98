import { createFailure } from './failures.ts'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { FailureError } from './failure.ts'

/** Number of files that connections, databases, and the keychain need under load. */
const minFiles = 200

/**
 * Throws if this session allows too few open files. When they run out, a keychain library crashes the process, so a
 * clear error at startup is better.
 */
export function checkOpenFiles(): void {
  const files: number[] = []
  try {
    while (files.length < minFiles) files.push(openSync(devNull, 'r'))
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'EMFILE' || code === 'ENFILE') throw tooFewFiles(cause)
  } finally {
    for (const file of files) closeSync(file)
  }
}

function tooFewFiles(cause: unknown): FailureError {
  return new FailureError(createFailure('host.tooFewFiles'), { cause })
}
