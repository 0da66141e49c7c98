import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** What connections, databases and the keychain take together where much happens at once. */
const leastFiles = 200

/**
 * Throws where this session allows too few open files. Without the last ones a library below the keychain ends the process, so
 * it is better to say so at the start.
 */
export function checkOpenFiles(): void {
  const files: number[] = []
  try {
    while (files.length < leastFiles) files.push(openSync(devNull, 'r'))
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'EMFILE' || code === 'ENFILE') throw new Error(tooFew, { cause })
  } finally {
    for (const file of files) closeSync(file)
  }
}

const tooFew =
  'This session allows Latchkey to open too few files and connections. ' +
  'Raise the limit, for example with ulimit -n 1024, then start again.'
