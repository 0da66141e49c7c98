import { z } from 'zod'
import { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'

/** Statuses used before, newest first. */
export const RecentStatusFile = z.object({ statuses: z.array(TimedStatus).default([]) })
type RecentStatusFile = z.output<typeof RecentStatusFile>

const maxRecent = 10

/** Returns the file with an account’s recent statuses. */
export type RecentStatusFiles = (
  account: string,
) => Pick<JsonFile<RecentStatusFile>, 'read' | 'saveOrReport'>

/** The recent statuses of each account, with their durations. */
export class RecentStatuses {
  readonly #fileOf: RecentStatusFiles

  constructor(fileOf: RecentStatusFiles) {
    this.#fileOf = fileOf
  }

  of(account: string): TimedStatus[] {
    return this.#fileOf(account).read().statuses
  }

  add(account: string, status: TimedStatus): void {
    const others = this.of(account).filter((used) => !isSame(used, status))
    this.#fileOf(account).saveOrReport({ statuses: [status, ...others].slice(0, maxRecent) })
  }
}

function isSame(a: TimedStatus, b: TimedStatus): boolean {
  const { emoji, message, busy, clear } = a
  return emoji === b.emoji && message === b.message && busy === b.busy && clear === b.clear
}
