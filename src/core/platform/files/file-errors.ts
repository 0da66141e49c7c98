/** The document is a link to a missing file. */
export class BrokenLinkError extends Error {
  readonly code = 'BROKEN_LINK'
}

/** The document is larger than any written by Latchkey. */
export class FileTooLargeError extends Error {
  readonly code = 'TOO_LARGE'
}

/** The path to read or replace is a pipe, a device, a socket, or a folder. */
export class IrregularFileError extends Error {
  readonly code: string
  readonly path: string

  constructor(path: string, isFolder = false) {
    super()
    this.path = path
    this.code = isFolder ? 'EISDIR' : 'NOT_REGULAR'
  }
}
