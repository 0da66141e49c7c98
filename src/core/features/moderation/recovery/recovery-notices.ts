import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { QueueRecovery } from '../../../../shared/app/queue.ts'
import type { JsonFile } from '../../../infra/files/json-file.ts'
import { currentState } from '../schema.ts'
import type { Recovery } from './recover.ts'

/** Missing actions that a notice names. */
const maxNamed = 20

/** The record of damaged files. */
export const RecoveryFile = z.object({
  recoveries: z.array(QueueRecovery.omit({ file: true })).default([]),
  /** The `at` of the dismissed ones. */
  dismissed: z.array(z.number()).default([]),
})
export type RecoveryFile = z.output<typeof RecoveryFile>

/**
 * Lists damaged files of the queue until they are dismissed. Each file in the folder counts, so that none is missed where the process
 * ended before its record was written.
 */
export class RecoveryNotices {
  readonly #path: string
  readonly #file: JsonFile<RecoveryFile>

  /** `path` is the queue's. */
  constructor(path: string, file: JsonFile<RecoveryFile>) {
    this.#path = path
    this.#file = file
  }

  /** Newest first. */
  list(): QueueRecovery[] {
    const { recoveries, dismissed } = this.#file.read()
    return this.#asides()
      .filter(({ at }) => !dismissed.includes(at))
      .map(({ at, file }) => {
        const notice = recoveries.find((one) => one.at === at)
        const known = notice?.known?.map((one) => ({ ...one, state: currentState(one.state) }))
        return { ...notice, known, at, file }
      })
  }

  add({ aside, rows, lost, missing = [] }: Recovery): void {
    try {
      const { recoveries, dismissed } = this.#file.read()
      const notice = { at: momentIn(aside)!, rows, lost, missing: missing.length || undefined }
      const known = missing.flatMap(({ action, username, state }) =>
        action && username ? [{ action, username, state }] : [],
      )
      this.#file.write({
        recoveries: [...recoveries, { ...notice, known: known.slice(0, maxNamed) }],
        dismissed,
      })
    } catch {
      // The damaged file is listed all the same; only the number of its rows is missing.
    }
  }

  dismiss(at: number): void {
    const { recoveries, dismissed } = this.#file.read()
    const isThere = this.#asides().some((aside) => aside.at === at)
    if (!isThere || dismissed.includes(at)) return
    this.#file.write({ recoveries, dismissed: [...dismissed, at] })
  }

  #asides(): { at: number; file: string }[] {
    const folder = dirname(this.#path)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.startsWith(`${basename(this.#path)}.broken-`))
      .flatMap((name) => {
        const at = momentIn(name)
        return at === undefined ? [] : [{ at, file: join(folder, name) }]
      })
      .sort((a, b) => b.at - a.at)
  }
}

/** When a file was set aside, by its name; undefined for the files beside it. */
function momentIn(name: string): number | undefined {
  const [, at] = /\.broken-(\d+)$/.exec(name) ?? []
  return at === undefined ? undefined : Number(at)
}
