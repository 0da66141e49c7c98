import type { KeyImportResult } from '../../../shared/operations/keys.ts'
import type { Failure, FailureKind } from '../../../shared/rules/failure.ts'
import { type MessageId, message } from '../../../shared/messages/message.ts'
import { describeFailure } from '../../components/field-messages.ts'
import { t } from '../../ui/messages.ts'
import { actionLabels, importAction } from './key-rows.ts'
import type { FileRow, LocalKey, Scan } from './keys.ts'

/** A key’s import result, with the messages to show. */
export interface KeyResult {
  localKeyId: string
  title: string
  /** `skipped` keys can’t be imported or need review; `on-account` keys don’t need an import. */
  outcome: 'imported' | 'taken' | 'failed' | 'not-tried' | 'skipped' | 'on-account'
  message: string
  hint?: string
  /** The ID of another signed-in account that has the key. */
  account?: string
  failure?: Failure
}

/** Formats a key’s import result. */
export function keyResult(
  title: string,
  result: KeyImportResult<unknown>,
  isCanceled = false,
): KeyResult {
  const { localKeyId, outcome } = result
  const base = { localKeyId, title, outcome }
  if (outcome === 'imported') return { ...base, message: t('keys.result_imported') }
  if (outcome === 'not-tried') return notTriedResult(localKeyId, title, isCanceled)
  if (outcome === 'taken') {
    const { message: reason, hint, account } = result
    return { ...base, message: reason, hint, account }
  }
  const { failure } = result
  const refusal = keyRefusal(result)
  // Nothing can be done about a rejected key.
  if (refusal) return { ...base, message: refusal, hint: t('keys.refusedHint'), failure }
  return { ...base, message: failureMessage(failure), hint: failure.hint, failure }
}

export function notTriedResult(localKeyId: string, title: string, isCanceled: boolean): KeyResult {
  const reason = t(isCanceled ? 'keys.result_canceled' : 'keys.result_notTried')
  return { localKeyId, title, outcome: 'not-tried', message: reason }
}

/** GitLab’s message for a key that it rejects regardless of its options. */
export function keyRefusal(result: KeyImportResult<unknown>): string | undefined {
  if (result.outcome !== 'failed' || result.failure.kind !== 'invalid') return undefined
  const isAboutKey = Object.keys(result.failure.fields ?? {}).some((field) => keyFields.has(field))
  return isAboutKey ? result.failure.message : undefined
}

const keyFields = new Set(['key', 'fingerprint', 'fingerprint_sha256', 'primary_keyid'])

/** What became of one key, or how many keys had which outcome. */
export function importSummary(results: readonly KeyResult[]): string {
  const [only, ...others] = results
  if (!only || others.length > 0) return formatResults(results)
  if (only.outcome === 'imported') return t('keys.imported', { name: only.title })
  return refusalText(only) ?? formatResults(results)
}

/** Whether a key is on the account. */
export const isDone = ({ outcome }: KeyResult) => outcome === 'imported' || outcome === 'on-account'

/** Summarizes the results by outcome. */
export function formatResults(results: readonly KeyResult[]): string {
  const counts = Object.entries(countMessages).flatMap(([outcome, id]) => {
    const count = results.filter((result) => result.outcome === outcome).length
    return count > 0 ? message(id, { count }) : []
  })
  return counts.length > 0 ? t('keys.summary', { counts }) : t('keys.nothingImported')
}

/** In summary order. */
const countMessages: Record<KeyResult['outcome'], MessageId> = {
  imported: 'keys.count_imported',
  taken: 'keys.count_taken',
  failed: 'keys.count_failed',
  'not-tried': 'keys.count_notTried',
  skipped: 'keys.count_skipped',
  'on-account': 'keys.count_onAccount',
}

/** The first failure that isn’t about a key, such as the one that ended the import. */
export function stoppingFailure(results: readonly KeyResult[]): Failure | undefined {
  return results.find(({ failure }) => failure && !keyFailures.has(failure.kind))?.failure
}

/** Whether retrying without changes makes sense. */
export function canRetry({ outcome, failure }: KeyResult): boolean {
  return outcome === 'not-tried' || (failure !== undefined && !keyFailures.has(failure.kind))
}

/** Failures caused by one key, so others may still succeed. */
const keyFailures: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid',
  'conflict',
  'not-found',
  'unexpected',
])

/** Explains why a key wasn’t added and what to do. */
export function refusalText(result: KeyResult | undefined): string | undefined {
  if (result?.outcome !== 'failed' && result?.outcome !== 'taken') return undefined
  return [result.message, result.hint].filter(Boolean).join(' ')
}

function failureMessage(failure: Failure): string {
  const { message: reason, problems } = describeFailure(failure)!
  return problems.length > 0
    ? t('keys.failedFields', { message: reason, fields: problems })
    : reason
}

/** The local keys that “Add all” skips. */
interface SkippedKeys {
  newKeys: { value: readonly LocalKey[] }
  keysOnAccount: { value: readonly LocalKey[] }
  scanResult: { value: Scan }
  privateKeys: { value: ReadonlySet<string> }
}

/**
 * What “Add all” skips and why: keys that need review, files without a usable public key, and keys already on the
 * account.
 */
export function skippedResults({
  newKeys,
  keysOnAccount,
  scanResult,
  privateKeys,
}: SkippedKeys): KeyResult[] {
  return [
    ...newKeys.value.flatMap(unsafeResult),
    ...scanResult.value.rows.flatMap((row) => refusedResult(row, privateKeys.value)),
    ...keysOnAccount.value.map(onAccountResult),
  ]
}

/** Explains why “Add all” skips a key that may not belong on the account. */
export function doubtfulResult({ localKeyId, name, doubt, emailProblem }: LocalKey): KeyResult[] {
  const message = doubt ?? emailProblem?.text
  return message ? [{ localKeyId, title: name, outcome: 'skipped', message }] : []
}

function unsafeResult(key: LocalKey): KeyResult[] {
  const { localKeyId, name, skipReason } = key
  if (!skipReason) return []
  const action = importAction(key)
  const hint = action && t('keys.importIndividually', { action: actionLabels(action, name).label })
  return [{ localKeyId, title: name, outcome: 'skipped', message: skipReason, hint }]
}

function onAccountResult({ localKeyId, name }: LocalKey): KeyResult {
  const message = t('keys.result_onAccount')
  return { localKeyId, title: name, outcome: 'on-account', message }
}

/** A result for a rejected file, except private keys next to their public keys, which are expected. */
function refusedResult(row: FileRow, paired: ReadonlySet<string>): KeyResult[] {
  if (row.kind !== 'refused' || paired.has(row.file)) return []
  const { file, secret } = row
  const message = t(secret ? 'keys.result_privateOnly' : 'keys.result_broken')
  return [{ localKeyId: '', title: file, outcome: 'skipped', message }]
}
