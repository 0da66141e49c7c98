import { statSync } from 'node:fs'
import { t } from '../../../infra/messages.ts'
import { schemaVersion } from '../schema.ts'

/** Thrown where a newer Latchkey wrote the file; its message is for a person. */
export class NewerQueue extends Error {
  constructor(path: string, version: number) {
    super(
      t('queue.newerFile', { path, version: String(version), supported: String(schemaVersion) }),
    )
    this.name = 'NewerQueue'
  }
}

/** Thrown where the computer doesn't let the file be opened or written; its message is for a person. */
export class QueueUnavailable extends Error {
  constructor(path: string, cause: unknown) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      isFolder ? t('queue.folderInPlace', { path }) : t('queue.fileUnavailable', { path, reason }),
      { cause },
    )
    this.name = 'QueueUnavailable'
  }
}
