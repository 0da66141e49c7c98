import type { ChangeResult } from '../../../shared/operations/setup.ts'
import { type Text, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../platform/failure.ts'
import { textOf } from '../../platform/messages.ts'
import type { ChangeOptions, PlannedChange } from './planned-change.ts'
import type { RecordedChanges } from './recorded-changes.ts'

/** Each computer's latest run of changes, possibly still in progress. */
const lastChanges = new WeakMap<RecordedChanges, Promise<unknown>>()

/** Applies changes one at a time, after any confirmed earlier. A failure skips only the changes that depend on it. */
export function applyChanges(
  planned: readonly PlannedChange[],
  options: ChangeOptions,
  passphrase: string,
): Promise<ChangeResult[]> {
  return inTurn(options.changes, () => makeChanges(planned, options, passphrase))
}

/** Waits for earlier changes on the same computer. */
export function inTurn<T>(changes: RecordedChanges, run: () => Promise<T>): Promise<T> {
  const before = lastChanges.get(changes) ?? Promise.resolve()
  const result = before.then(run)
  lastChanges.set(
    changes,
    result.catch(() => undefined),
  )
  return result
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

/** Rethrows anything that is neither a failure nor a system error. */
export function reasonOf(error: unknown): Text {
  if (error instanceof FailureError) return error.failure.message
  const { code, path = '' } = error as NodeJS.ErrnoException
  // The operating system rejected it, for example because the disk is full or read-only.
  if (code !== undefined) return message('setup.notWritten', { path, code })
  throw error
}
