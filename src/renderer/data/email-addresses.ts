import { isEmailAddress, isSameEmail } from '../../shared/email-address.ts'
import type { Email } from '../../shared/service/emails.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'

/** One address of an account, wherever the service told of it. */
export interface Address {
  email: string
  /** Absent for a primary address that the list leaves out. */
  id?: number
  isPrimary: boolean
  /** Absent where the service says nothing about it. */
  isConfirmed?: boolean
  /** When its link was opened, in milliseconds since 1970. */
  confirmedAt?: number
}

/**
 * All addresses of an account, the primary one first.
 *
 * Some services list the primary address among the others and some do not, so what GET /user says is merged in;
 * addresses are the same whatever their case (`app/models/email.rb`).
 */
export function mergeAddresses(
  user: Pick<CurrentUser, 'email' | 'confirmed_at'>,
  listed: readonly Email[],
): Address[] {
  const primary = user.email?.trim() || undefined
  const known = primary && listed.find(({ email }) => isSameEmail(email, primary))
  const others = listed.filter((email) => email !== known).map((email) => addressOf(email, false))
  if (!primary) return others
  const entry = known
    ? { ...known, confirmed_at: known.confirmed_at ?? user.confirmed_at }
    : { email: primary, confirmed_at: user.confirmed_at }
  return [addressOf(entry, true), ...others]
}

/** The addresses with what a later look at one of them said. */
export function withAnswer(addresses: readonly Address[], answer: Email): Address[] {
  return addresses.map((one) => (one.id === answer.id ? addressOf(answer, one.isPrimary) : one))
}

/** What is wrong with an address that is to be added; nothing if it may be sent. */
export function addressErrors(typed: string, addresses: readonly Address[]): string[] | undefined {
  const email = typed.trim()
  if (email === '') return ['type an address first']
  if (!isEmailAddress(email)) return ['is not an email address, for example name@example.com']
  if (addresses.some((one) => isSameEmail(one.email, email))) {
    return ['is on this account already']
  }
  return undefined
}

/** What a service says about an address, with what its shortest answer leaves open. */
export function explained(errors: readonly string[]): string[] {
  return errors.map((error) =>
    /already been taken/i.test(error)
      ? `${error}: another account of this service has it, or it waits there to be confirmed`
      : error,
  )
}

function addressOf(
  { id, email, confirmed_at }: Partial<Email> & Pick<Email, 'email' | 'confirmed_at'>,
  isPrimary: boolean,
): Address {
  const at = Date.parse(confirmed_at ?? '')
  return {
    email,
    isPrimary,
    ...(id === undefined ? {} : { id }),
    ...(confirmed_at === undefined ? {} : { isConfirmed: confirmed_at !== null }),
    ...(Number.isNaN(at) ? {} : { confirmedAt: at }),
  }
}
