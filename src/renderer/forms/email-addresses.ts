import { cleanEmail, isEmailAddress, isSameEmail } from '../../shared/rules/email-address.ts'
import type { Email } from '../../shared/gitlab/emails.ts'
import { t } from '../ui/messages.ts'
import type { CurrentUser } from '../../shared/gitlab/user-fields.ts'

/** One of an account’s email addresses. */
export interface AccountEmail {
  email: string
  /** Missing for a primary address that GitLab doesn’t list. */
  id?: number
  isPrimary: boolean
  /** Whether it’s the commit email, which GitLab uses for commits made on the web. */
  isForCommits?: true
  /** Missing if GitLab doesn’t report it. */
  isConfirmed?: boolean
  /** When it was confirmed (ms since 1970). */
  confirmedAt?: number
}

/**
 * All of an account’s addresses, with the primary one first.
 *
 * Not all GitLab versions list the primary address with the others, so the one from GET /user is merged in. Ignores
 * case (`app/models/email.rb`).
 */
export function mergeAddresses(
  user: Pick<CurrentUser, 'email' | 'commit_email' | 'confirmed_at'>,
  listed: readonly Email[],
): AccountEmail[] {
  const primary = user.email?.trim() || undefined
  const known = primary && listed.find(({ email }) => isSameEmail(email, primary))
  const others = listed.filter((email) => email !== known).map((email) => addressOf(email, false))
  if (!primary) return others
  const entry = known
    ? { ...known, confirmed_at: known.confirmed_at ?? user.confirmed_at }
    : { email: primary, confirmed_at: user.confirmed_at }
  return [addressOf(entry, true), ...others].map((address) =>
    user.commit_email && isSameEmail(address.email, user.commit_email)
      ? { ...address, isForCommits: true }
      : address,
  )
}

/** Validates an address before it’s added. */
export function addressErrors(
  typed: string,
  addresses: readonly AccountEmail[],
): string[] | undefined {
  const email = cleanEmail(typed)
  if (!isEmailAddress(email)) return [t('emails.addressInvalid')]
  if (addresses.some((one) => isSameEmail(one.email, email))) {
    return [t('emails.addressKnown')]
  }
  return undefined
}

function addressOf(
  { id, email, confirmed_at }: Partial<Email> & Pick<Email, 'email' | 'confirmed_at'>,
  isPrimary: boolean,
): AccountEmail {
  const at = Date.parse(confirmed_at ?? '')
  return {
    email,
    isPrimary,
    ...(id === undefined ? {} : { id }),
    ...(confirmed_at === undefined ? {} : { isConfirmed: confirmed_at !== null }),
    ...(Number.isNaN(at) ? {} : { confirmedAt: at }),
  }
}
