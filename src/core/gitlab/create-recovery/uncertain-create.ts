import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import {
  type UncertainCreate,
  mayHaveHappened,
  rotatableToken,
} from '../../../shared/rules/failure.ts'
import { type Message, type Text, message } from '../../../shared/messages/message.ts'

/**
 * Whether a rejection must be checked. GitLab rejects a request before creating anything, but a proxy may send the same
 * response afterwards. Only GitLab can tell what is wrong with a token, but Admin Mode is just our guess.
 */
export function isUnexplainedRefusal({ kind, reason, status }: UnformattedFailure): boolean {
  const isUnexplained = reason === undefined || reason === 'admin-mode'
  return (status === 403 || status === 404) && kind !== 'conflict' && isUnexplained
}

/** Whether the object definitely doesn't exist. */
export function isDefinitelyAbsent(failure: UnformattedFailure): boolean {
  return failure.creation ? failure.creation.found === 'no' : !mayHaveHappened(failure)
}

/** The result of the check, and what the user can do. */
export type SearchResult =
  | { found: 'yes'; id: number; revoke: UncertainCreate['revoke'] }
  | { found: 'no' }
  /** An existing object may or may not be the created one. */
  | { found: 'unclear'; many: boolean }
  | { found: 'unread' }
  | { found: 'unlisted'; path: string; advice: Message }

/** A create's failure, including the result of the check. */
export function uncertainCreate(
  failure: UnformattedFailure,
  what: Message,
  seen: SearchResult,
): FailureError {
  return new FailureError({ ...failure, ...describe(failure, what, seen) })
}

function describeCause({ kind, reason, message: text }: UnformattedFailure): Text {
  if (reason === 'secret-missing') return message('createRecovery.secretMissing')
  return kind === 'unknown-outcome' ? message('createRecovery.answerLost') : text
}

function describe(
  failure: UnformattedFailure,
  what: Message,
  seen: SearchResult,
): Pick<UnformattedFailure, 'message' | 'hint' | 'creation'> {
  const cause = describeCause(failure)
  const isSecretMissing = failure.reason === 'secret-missing'
  switch (seen.found) {
    case 'yes':
      return {
        message: message('createRecovery.createdSecretLost', { what, id: String(seen.id) }),
        hint: message(
          rotatableToken(seen) === undefined ? 'createRecovery.revoke' : 'createRecovery.rotate',
        ),
        creation: { found: 'yes', what, revoke: seen.revoke },
      }
    case 'no':
      return {
        message: message('createRecovery.notAppeared', { cause, what }),
        hint: message('createRecovery.notAppearedHint'),
        creation: { found: 'no', what },
      }
    case 'unclear':
      return {
        message: seen.many
          ? message('createRecovery.maybeOneOfMany', { cause, what })
          : message('createRecovery.maybeOlder', { cause, what }),
        hint: message('createRecovery.unclearHint'),
        creation: { found: 'unknown', what },
      }
    case 'unread':
      return {
        message: message('createRecovery.unread', { cause, what }),
        hint: message('createRecovery.unreadHint'),
        creation: { found: 'unknown', what },
      }
    case 'unlisted':
      return {
        message: isSecretMissing
          ? message('createRecovery.unlistedSecretLost', { what })
          : message('createRecovery.unlisted', { cause, what }),
        hint: seen.advice,
        creation: { found: isSecretMissing ? 'yes' : 'unknown', what, web: seen.path },
      }
  }
}
