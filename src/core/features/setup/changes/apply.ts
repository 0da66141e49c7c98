import type { ChangeResult } from '../../../../shared/operations/setup.ts'
import { type Text, message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import type { ChangeOptions, PlannedChange } from './planned-change.ts'
import type { RecordedChanges } from './recorded-changes.ts'

/** The last changes of each computer. */
const lastChanges = new WeakMap<RecordedChanges, Promise<unknown>>()

/**
 * Makes changes one after another, after those that were confirmed before. One that fails stops those that need it, and no other.
 */
export function applyChanges(
  planned: readonly PlannedChange[],
  options: ChangeOptions,
  passphrase: string,
): Promise<ChangeResult[]> {
  const before = lastChanges.get(options.changes) ?? Promise.resolve()
  const results = before.then(() => makeChanges(planned, options, passphrase))
  lastChanges.set(
    options.changes,
    results.catch(() => undefined),
  )
  return results
}

async function makeChanges(
  planned: readonly PlannedChange[],
  options: ChangeOptions,
  passphrase: string,
): Promise<ChangeResult[]> {
  const results = new Map<string, ChangeResult>()
  options.changes.begin()
  for (const { change, needs, make } of planned) {
    const { id } = change
    if (needs !== undefined && results.get(needs)?.outcome !== 'done') {
      results.set(id, { id, outcome: 'not-tried' })
      continue
    }
    try {
      await make(options, passphrase)
      results.set(id, { id, outcome: 'done' })
    } catch (error) {
      results.set(id, { id, outcome: 'failed', message: textOf(reasonOf(error)) })
    }
  }
  return [...results.values()]
}

/** Throws what is neither a failure nor an error of the system. */
export function reasonOf(error: unknown): Text {
  if (error instanceof FailureError) return error.failure.message
  const { code, path = '' } = error as NodeJS.ErrnoException
  // What the system refused, such as to write to a disk that is full or read-only.
  if (code !== undefined) return message('setup.notWritten', { path, code })
  throw error
}
