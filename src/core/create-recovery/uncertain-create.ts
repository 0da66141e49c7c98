import { textOf } from '../infra/messages.ts'
import { type Failure, FailureError } from '../infra/failure.ts'
import { type UncertainCreate, mayHaveHappened } from '../../shared/failure.ts'
import { sentence } from '../service-client/words.ts'

/**
 * Whether a refusal deserves a look although it reads like the service's own, which refuses before it creates anything: something in
 * between may say the same afterwards. What is wrong with a token only the service can say; that it wants Admin Mode is a guess.
 */
export function isDoubtful({ kind, reason, status }: Failure): boolean {
  const isUnexplained = reason === undefined || reason === 'admin-mode'
  return (status === 403 || status === 404) && kind !== 'conflict' && isUnexplained
}

/** Whether what could not be created is surely not there. */
export function isDefinitelyAbsent(failure: Failure): boolean {
  return failure.creation ? failure.creation.found === 'no' : !mayHaveHappened(failure)
}

/** What was seen of a creation, and what can be done about it. */
export type Seen =
  | { found: 'yes'; id: number; revoke: UncertainCreate['revoke'] }
  | { found: 'no'; look: string }
  /** What is there may be it, or may be another one. */
  | { found: 'unclear'; many: boolean }
  | { found: 'unread'; look: string }
  | { found: 'unlisted'; path: string; advice: string }

/** How a creation failed, told by what was seen of it since. */
export function uncertainCreate(failure: Failure, what: string, seen: Seen): FailureError {
  return new FailureError({ ...failure, ...told(failure, what, seen) })
}

function leadOf({ kind, reason, message }: Failure): string {
  if (reason === 'secret-missing') return 'The answer came without the secret'
  return kind === 'unknown-outcome' ? 'The answer was lost' : clause(textOf(message))
}

function told(
  failure: Failure,
  what: string,
  seen: Seen,
): Pick<Failure, 'message' | 'hint' | 'creation'> {
  const lead = leadOf(failure)
  const open = `${lead}, so it is not known whether ${what} was created`
  const isSecretMissing = failure.reason === 'secret-missing'
  switch (seen.found) {
    case 'yes':
      return {
        message: `${capital(what)} was created with the ID ${seen.id}, but ${isSecretMissing ? 'the answer came without its secret' : 'the answer with its secret was lost'}.`,
        hint: 'Revoke it, as its secret cannot be had any more; then create another one.',
        creation: { found: 'yes', what, revoke: seen.revoke },
      }
    case 'no':
      return {
        message: `${lead}, and ${what} has not appeared since.`,
        hint: 'A slow service may still be about to create it: look again before you create it again.',
        creation: { found: 'no', what, look: seen.look },
      }
    case 'unclear':
      return {
        message: `${open}: ${seen.many ? 'several like it have come since' : 'one like it is there, which may be older'}.`,
        hint: 'Look at what is there, and when it was created, before you create another one.',
        creation: { found: 'unknown', what },
      }
    case 'unread':
      return {
        message: `${open}.`,
        hint: 'Look again as soon as the service answers, before you create another one.',
        creation: { found: 'unknown', what, look: seen.look },
      }
    case 'unlisted':
      if (isSecretMissing) {
        return {
          message: `${capital(what)} was created, but the answer came without its secret.`,
          hint: seen.advice,
          creation: { found: 'yes', what, web: seen.path },
        }
      }
      return {
        message: `${open}, and the interface has no list to look at.`,
        hint: seen.advice,
        creation: { found: 'unknown', what, web: seen.path },
      }
  }
}

/** A sentence as the first part of another one. */
function clause(text: string): string {
  return sentence(text).slice(0, -1)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
