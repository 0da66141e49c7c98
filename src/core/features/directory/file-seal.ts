import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * Tells whether a file is as it was when it was closed: a checksum of all of it, in a file beside it. While the file is in use
 * there is none, so that a process that was killed leaves none either.
 */
export class FileSeal {
  readonly #path: string
  readonly #seal: string

  constructor(path: string) {
    this.#path = path
    this.#seal = `${path}-seal`
  }

  /** `none` where there is no seal, `whole` where it fits, `broken` where it does not. */
  state(): 'none' | 'whole' | 'broken' {
    if (!existsSync(this.#seal)) return 'none'
    return readFileSync(this.#seal, 'utf8') === checksum(this.#path) ? 'whole' : 'broken'
  }

  /** Whole or not at all, whenever the process ends. */
  set(): void {
    const coming = `${this.#seal}-coming`
    const file = openSync(coming, 'w', 0o600)
    try {
      writeSync(file, checksum(this.#path))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(coming, this.#seal)
  }

  remove(): void {
    for (const path of [this.#seal, `${this.#seal}-coming`]) rmSync(path, { force: true })
  }
}

const partBytes = 1024 * 1024

function checksum(path: string): string {
  const file = openSync(path, 'r')
  try {
    const part = Buffer.alloc(partBytes)
    let sum = 0
    let length = 0
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) {
      sum = crc32(part.subarray(0, read), sum)
      length += read
    }
    return `${length} ${sum}\n`
  } finally {
    closeSync(file)
  }
}
