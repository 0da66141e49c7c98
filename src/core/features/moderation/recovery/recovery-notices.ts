import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { QueueRecovery } from '../../../../shared/app/queue.ts'
import type { JsonFile } from '../../../infra/files/json-file.ts'
import { currentState } from '../schema.ts'
import type { Recovery } from './recover.ts'

/** As many missing actions are named. */
const mostNamed = 20

/** What is remembered of damaged files beside them. */
export const RecoveryFile = z.object({
  /** What came of each recovery. */
  told: z.array(QueueRecovery.omit({ file: true })).default([]),
  /** Those that somebody has taken note of. */
  seen: z.array(z.number()).default([]),
})
export type RecoveryFile = z.output<typeof RecoveryFile>

/**
 * Tells of damaged files of the queue until somebody has taken note. Each file that lies there counts, so that none is missed
 * where the process ended before anything was written down about it.
 */
export class RecoveryNotices {
  readonly #path: string
  readonly #file: JsonFile<RecoveryFile>

  /** `path` is that of the queue. */
  constructor(path: string, file: JsonFile<RecoveryFile>) {
    this.#path = path
    this.#file = file
  }

  /** Newest first. */
  list(): QueueRecovery[] {
    const { told, seen } = this.#file.read()
    return this.#asides()
      .filter(({ at }) => !seen.includes(at))
      .map(({ at, file }) => {
        const notice = told.find((one) => one.at === at)
        const known = notice?.known?.map((one) => ({ ...one, state: currentState(one.state) }))
        return { ...notice, known, at, file }
      })
  }

  add({ aside, rows, lost, missing = [] }: Recovery): void {
    try {
      const { told, seen } = this.#file.read()
      const notice = { at: momentIn(aside)!, rows, lost, missing: missing.length || undefined }
      const known = missing.flatMap(({ action, username, state }) =>
        action && username ? [{ action, username, state }] : [],
      )
      this.#file.write({
        told: [...told, { ...notice, known: known.slice(0, mostNamed) }],
        seen,
      })
    } catch {
      // The damaged file lies there and is told of; only how much of it was read is not.
    }
  }

  dismiss(at: number): void {
    const { told, seen } = this.#file.read()
    const isThere = this.#asides().some((aside) => aside.at === at)
    if (isThere && !seen.includes(at)) this.#file.write({ told, seen: [...seen, at] })
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

/** When a file was set aside, as its name says it; nothing of what lies beside such a file. */
function momentIn(name: string): number | undefined {
  const [, at] = /\.broken-(\d+)$/.exec(name) ?? []
  return at === undefined ? undefined : Number(at)
}
