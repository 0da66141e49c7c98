import { z } from 'zod'
import { TimedStatus } from '../../../shared/app/own-status.ts'
import type { JsonFile } from '../../infra/files/json-file.ts'

/** Statuses used before, newest first. */
export const RecentStatusFile = z.object({ statuses: z.array(TimedStatus).default([]) })
type RecentStatusFile = z.output<typeof RecentStatusFile>

const mostRecent = 10

/** Where the statuses of an account are kept. */
export type RecentStatusFiles = (
  account: string,
) => Pick<JsonFile<RecentStatusFile>, 'read' | 'keep'>

/** The statuses that each account used last, with the durations that were chosen for them. */
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
    this.#fileOf(account).keep({ statuses: [status, ...others].slice(0, mostRecent) })
  }
}

function isSame(a: TimedStatus, b: TimedStatus): boolean {
  const { emoji, message, busy, clear } = a
  return emoji === b.emoji && message === b.message && busy === b.busy && clear === b.clear
}
