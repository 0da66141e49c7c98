import { statSync } from 'node:fs'
import { schemaVersion } from '../schema.ts'

/** Thrown where the file is of a newer Latchkey; its message is for a person. */
export class NewerQueue extends Error {
  constructor(path: string, version: number) {
    super(
      `The queue of actions in ${path} was written by a newer Latchkey (${version}, this one knows ${schemaVersion}). ` +
        'Start that one, or keep the file somewhere else and start again.',
    )
    this.name = 'NewerQueue'
  }
}

/** Thrown where the machine does not let the file be opened or written; its message is for a person. */
export class QueueUnavailable extends Error {
  constructor(path: string, cause: unknown) {
    super(
      statSync(path, { throwIfNoEntry: false })?.isDirectory()
        ? `The queue of actions in ${path} cannot be opened: there is a folder in its place. Move it away, then start again.`
        : `The queue of actions in ${path} cannot be opened (${cause instanceof Error ? cause.message : String(cause)}). ` +
            'Make sure that its folder may be written to and that the disk is not full, then start again.',
      { cause },
    )
    this.name = 'QueueUnavailable'
  }
}
