import { t } from '../../ui/messages.ts'
import { expiryState } from '../../ui/time/expiry.ts'
import { type KeyResult, refusalText } from './key-results.ts'
import { summaryOf } from './key-rows.ts'
import type { ListedRow } from './use-key-list.ts'

/** A problem of a key. */
export interface KeyMark {
  text: string
  /** The problem in full. */
  hint?: string | undefined
  tone: 'warning' | 'danger'
}

/** A key’s problems, including why it wasn’t added in the last import. */
export function keyMarks(row: ListedRow, result: KeyResult | undefined): KeyMark[] {
  const { keys, localKey } = row
  const { isRevoked, isWeak, emailProblem, notes } = summaryOf(row)
  const refusal = localKey?.refusal
  const failed = localKey && !refusal ? refusalText(result) : undefined
  const isInvalid = localKey && Object.keys(keys.optionErrors(localKey)).length > 0
  const marks: (KeyMark | false | undefined)[] = [
    refusal !== undefined && { text: t('keys.refused'), hint: refusal, tone: 'danger' },
    failed !== undefined && { text: t('keys.notAdded'), hint: failed, tone: 'danger' },
    isInvalid && { text: t('keys.invalidOptions'), tone: 'danger' },
    isRevoked && { text: t('keys.revoked'), tone: 'danger' },
    isWeak && { text: t('keys.weak'), hint: notes[0], tone: 'warning' },
    emailProblem && { text: emailProblem.label, hint: emailProblem.text, tone: 'warning' },
  ]
  return marks.filter((mark) => typeof mark === 'object')
}

/** Whether a key has a problem, or is on the account and has expired or will soon. */
export function needsAttention(row: ListedRow, result: KeyResult | undefined): boolean {
  const { accountKey, keys, action } = row
  const isExpiring = expiryState(accountKey?.expires, keys.now.value)?.tag !== undefined
  return action === 'renew' || isExpiring || keyMarks(row, result).length > 0
}
