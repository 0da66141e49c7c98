import type { GpgKeyDetails, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { normalEmail } from '../../../../shared/email-address.ts'
import type { Email } from '../../../../shared/service/emails.ts'
import type { AdminUser } from '../../../../shared/service/user-fields.ts'

/** The addresses of an account, in lower case, and whether each is confirmed. */
export type Addresses = ReadonlyMap<string, boolean>

/** The addresses of a user and of their list of emails: some services leave the primary one out of the list. */
export function collectAddresses(
  user: Pick<AdminUser, 'email' | 'commit_email' | 'confirmed_at'>,
  list: readonly Email[],
): Addresses {
  const known = new Map<string, boolean>()
  // The service accepts only a confirmed address the user's (`app/models/user.rb`, `verified_email?`).
  if (user.commit_email) known.set(normalEmail(user.commit_email), true)
  if (user.email) known.set(normalEmail(user.email), user.confirmed_at !== null)
  for (const { email, confirmed_at } of list) {
    const address = normalEmail(email)
    known.set(address, Boolean(confirmed_at) || known.get(address) === true)
  }
  return known
}

/** The names of a key compared with the addresses of an account, and why its signatures stay unverified there. */
export function matchAddresses(
  { userIds }: GpgKeyDetails,
  addresses: Addresses,
): Pick<JoinedGpgKey, 'userIds'> & { unverified?: Message } {
  const names = userIds.map((userId) => ({
    ...userId,
    address: addressState(userId.email, addresses),
  }))
  const usable = names.filter(({ revoked }) => !revoked)
  if (usable.some(({ address }) => address === 'confirmed')) return { userIds: names }
  const unconfirmed = usable.find(({ address }) => address === 'unconfirmed')
  const unverified = unconfirmed
    ? message('keys.emailUnconfirmed', { email: unconfirmed.email! })
    : message('keys.emailNotOnAccount')
  return { userIds: names, unverified }
}

function addressState(
  email: string | undefined,
  addresses: Addresses,
): JoinedGpgKey['userIds'][number]['address'] {
  if (email === undefined) return 'none'
  const isConfirmed = addresses.get(normalEmail(email))
  if (isConfirmed === undefined) return 'not-on-account'
  return isConfirmed ? 'confirmed' : 'unconfirmed'
}
