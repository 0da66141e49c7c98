import type { Failure } from '../../../shared/failure.ts'

/** What a refusal means when one acts as somebody else; nothing where it speaks for itself (`lib/api/helpers.rb`, `sudo!`). */
export function whyNotActing({ kind, reason }: Failure): string | undefined {
  if (reason === 'admin-mode') return undefined
  if (reason === 'insufficient-scope') {
    return 'To act as somebody else, an administrator’s token needs the scope “sudo” beside its other ones.'
  }
  if (reason === 'account-unusable') {
    return 'Whoever cannot sign in sees nothing, and so nobody can look through their eyes.'
  }
  if (kind === 'forbidden') {
    return 'Only administrators may act as somebody else, with a personal access token or by OAuth.'
  }
  return kind === 'not-found' ? 'There is nobody of this number to act as.' : undefined
}
