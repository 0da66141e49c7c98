import type { KeyImportResult } from '../../../shared/app/keys.ts'
import type { Failure, FailureKind } from '../../../shared/failure.ts'
import { type MessageId, message } from '../../../shared/messages/message.ts'
import { fieldLabel } from '../../data/field-messages.ts'
import { t } from '../../ui/messages.ts'

/** The result of importing one key, in words, and the key's title. */
export interface KeyResult {
  localKeyId: string
  title: string
  /** `skipped`: not tried, because it can't be imported or should be looked at first; `on-account`: it needs no import. */
  outcome: 'imported' | 'taken' | 'failed' | 'not-tried' | 'skipped' | 'on-account'
  message: string
  hint?: string
  /** ID of another account signed in here that has the key. */
  account?: string
  failure?: Failure
}

/** The result of a key in words. */
export function keyResult(title: string, result: KeyImportResult<unknown>): KeyResult {
  const { localKeyId, outcome } = result
  const base = { localKeyId, title, outcome }
  if (outcome === 'imported') return { ...base, message: t('keys.result_imported') }
  if (outcome === 'not-tried') return notTriedResult(localKeyId, title)
  if (outcome === 'taken') {
    const { message: reason, hint, account } = result
    return { ...base, message: reason, hint, account }
  }
  const { failure } = result
  const refusal = keyRefusal(result)
  // Nothing that could be corrected.
  if (refusal) return { ...base, message: refusal, hint: t('keys.refusedHint'), failure }
  return { ...base, message: failureMessage(failure), hint: failure.hint, failure }
}

export function notTriedResult(localKeyId: string, title: string): KeyResult {
  return { localKeyId, title, outcome: 'not-tried', message: t('keys.result_notTried') }
}

/** What the service said of a key that it refuses whatever its options are. */
export function keyRefusal(result: KeyImportResult<unknown>): string | undefined {
  if (result.outcome !== 'failed' || result.failure.kind !== 'invalid') return undefined
  const isAboutKey = Object.keys(result.failure.fields ?? {}).some((field) => keyFields.has(field))
  return isAboutKey ? result.failure.message : undefined
}

const keyFields = new Set(['key', 'fingerprint', 'fingerprint_sha256', 'primary_keyid'])

/** How many keys had which outcome. */
export function formatResults(results: readonly KeyResult[]): string {
  const counts = Object.entries(countMessages).flatMap(([outcome, id]) => {
    const count = results.filter((result) => result.outcome === outcome).length
    return count > 0 ? message(id, { count }) : []
  })
  return counts.length > 0 ? t('keys.summary', { counts }) : t('keys.nothingImported')
}

/** In the order of the summary. */
const countMessages: Record<KeyResult['outcome'], MessageId> = {
  imported: 'keys.count_imported',
  taken: 'keys.count_taken',
  failed: 'keys.count_failed',
  'not-tried': 'keys.count_notTried',
  skipped: 'keys.count_skipped',
  'on-account': 'keys.count_onAccount',
}

/** The failure that ended the import, or that has nothing to do with the key itself. */
export function stoppingFailure(results: readonly KeyResult[]): Failure | undefined {
  return results.find(({ failure }) => failure && !keyFailures.has(failure.kind))?.failure
}

/** Whether the key can be tried again unchanged. */
export function canRetry({ outcome, failure }: KeyResult): boolean {
  return outcome === 'not-tried' || (failure !== undefined && !keyFailures.has(failure.kind))
}

/** Failures caused by the key itself, so that others may succeed. */
const keyFailures: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid',
  'conflict',
  'not-found',
  'unexpected',
])

function failureMessage({ message: reason, fields }: Failure): string {
  const errors = Object.entries(fields ?? {}).map(([field, texts]) =>
    message('keys.fieldErrors', { field: fieldLabel(field), errors: texts }),
  )
  return errors.length > 0 ? t('keys.failedFields', { message: reason, fields: errors }) : reason
}
