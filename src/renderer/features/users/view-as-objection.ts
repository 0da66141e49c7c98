import type { Failure } from '../../../shared/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Explains why GitLab refused a view as another user; undefined if its own text says enough (`lib/api/helpers.rb`, `sudo!`). */
export function viewAsObjection({ kind, reason }: Failure): MessageId | undefined {
  if (reason === 'admin-mode') return undefined
  if (reason === 'insufficient-scope') {
    return 'viewAs.needsSudo'
  }
  if (reason === 'account-unusable') {
    return 'viewAs.userCannotSignIn'
  }
  if (kind === 'forbidden') {
    return 'viewAs.needsAdministrator'
  }
  return kind === 'not-found' ? 'viewAs.noSuchUser' : undefined
}
