import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from '../files/regular-file.ts'
import { ignoreErrors } from '../ignore-errors.ts'

/** This computer's log, in rotated files. */
export interface LogFile {
  readonly path: string
  /** Appends a line. Never throws: the line is lost if the disk is full. */
  write(line: string): void
  /** The last lines, oldest first. */
  tail(lines: number): string[]
  /** Deletes all entries. */
  clear(): void
  close(): void
}

const mebibyte = 1024 * 1024
/** Files can be larger than their limit, because a line is never split. */
const maxReadBytes = 16 * mebibyte

/** Opens `latchkey.log` in a folder, which is created if necessary. Both are private. */
export function openLogFile(folder: string, { bytes = mebibyte, files = 5 } = {}): LogFile {
  const path = join(folder, 'latchkey.log')
  const older = (age: number) => (age === 0 ? path : `${path}.${age}`)
  let open: { file: number; size: number } | undefined

  function current(): { file: number; size: number } {
    if (open) return open
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = openSync(path, 'a', 0o600)
    return (open = { file, size: fstatSync(file).size })
  }

  function close(): void {
    if (open) closeSync(open.file)
    open = undefined
  }

  function rotate(): void {
    close()
    rmSync(older(files - 1), { force: true })
    for (let age = files - 2; age >= 0; age -= 1) {
      if (existsSync(older(age))) renameSync(older(age), older(age + 1))
    }
  }

  return {
    path,
    write(line) {
      const text = `${line}\n`
      const size = Buffer.byteLength(text)
      // There is nowhere left to report it.
      ignoreErrors(() => {
        if (current().size > 0 && current().size + size > bytes) rotate()
        appendFileSync(current().file, text)
        current().size += size
      })
    },
    tail(lines) {
      const tailLines: string[] = []
      for (let age = 0; age < files && tailLines.length < lines; age += 1) {
        tailLines.unshift(...readLines(older(age)))
      }
      return tailLines.slice(-lines)
    },
    clear() {
      close()
      for (let age = 0; age < files; age += 1) rmSync(older(age), { force: true })
    },
    close,
  }
}

function readLines(path: string): string[] {
  try {
    return readRegularFile(path, maxReadBytes).toString().split('\n').filter(Boolean)
  } catch {
    return []
  }
}
