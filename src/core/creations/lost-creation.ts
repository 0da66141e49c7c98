import { type Failure, FailureError, type LostCreation } from '../../shared/failure.ts'
import { sentence } from '../service-client/words.ts'

/** Whether a creation that failed may have happened all the same: its answer was lost, or whoever answered broke down. */
export function isLost(error: unknown): error is FailureError {
  if (!(error instanceof FailureError)) return false
  const { kind, status = 0 } = error.failure
  return kind === 'unknown-outcome' || status >= 500
}

/** Whether what could not be created is surely not there. */
export function isKnownAbsent({ kind, creation }: Failure): boolean {
  return creation ? creation.found === 'no' : kind !== 'unknown-outcome'
}

/** What was seen of a creation, and what can be done about it. */
export type Seen =
  | { found: 'yes'; id: number; revoke: LostCreation['revoke'] }
  | { found: 'no'; look: string }
  /** What is there may be it, or may be another one. */
  | { found: 'unclear'; many: boolean }
  | { found: 'unread'; look: string }
  | { found: 'unlisted'; path: string; advice: string }

/** How a creation failed, told by what was seen of it since. */
export function lostCreation(failure: Failure, what: string, seen: Seen): FailureError {
  const lead = failure.kind === 'unknown-outcome' ? 'The answer was lost' : clause(failure.message)
  return new FailureError({ ...failure, ...told(lead, what, seen) })
}

function told(
  lead: string,
  what: string,
  seen: Seen,
): Pick<Failure, 'message' | 'hint' | 'creation'> {
  const open = `${lead}, so it is not known whether ${what} was created`
  switch (seen.found) {
    case 'yes':
      return {
        message: `${capital(what)} was created with the id ${seen.id}, but the answer with its secret was lost.`,
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
