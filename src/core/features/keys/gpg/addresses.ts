import type { GpgKeyDetails, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { normalEmail } from '../../../../shared/email-address.ts'
import type { Email } from '../../../../shared/service/emails.ts'
import type { AdminUser } from '../../../../shared/service/user-fields.ts'

/** The addresses of an account, in lower case, and whether each is confirmed. */
export type Addresses = ReadonlyMap<string, boolean>

/** What a person and the list of their addresses say: some services leave the primary address out of the list. */
export function addressesIn(
  person: Pick<AdminUser, 'email' | 'commit_email' | 'confirmed_at'>,
  list: readonly Email[],
): Addresses {
  const known = new Map<string, boolean>()
  // It can only be an address that the service knows to be the person's own (`app/models/user.rb`, `verified_email?`).
  if (person.commit_email) known.set(normalEmail(person.commit_email), true)
  if (person.email) known.set(normalEmail(person.email), person.confirmed_at !== null)
  for (const { email, confirmed_at } of list) {
    const address = normalEmail(email)
    known.set(address, Boolean(confirmed_at) || known.get(address) === true)
  }
  return known
}

/** The names of a key beside the addresses of an account, and whether signatures made with it can be verified there. */
export function matched(
  { userIds }: GpgKeyDetails,
  addresses: Addresses,
): Pick<JoinedGpgKey, 'userIds' | 'unverified'> {
  const names = userIds.map((userId) => ({ ...userId, address: stateOf(userId.email, addresses) }))
  const usable = names.filter(({ revoked }) => !revoked)
  if (usable.some(({ address }) => address === 'confirmed')) return { userIds: names }
  const waiting = usable.find(({ address }) => address === 'unconfirmed')
  const why = waiting
    ? `${waiting.email} is not confirmed on this account yet`
    : 'None of its addresses is on this account'
  return {
    userIds: names,
    unverified: `${why}, so signatures made with this key stay unverified.`,
  }
}

function stateOf(
  email: string | undefined,
  addresses: Addresses,
): JoinedGpgKey['userIds'][number]['address'] {
  if (email === undefined) return 'none'
  const isConfirmed = addresses.get(normalEmail(email))
  if (isConfirmed === undefined) return 'not-on-account'
  return isConfirmed ? 'confirmed' : 'unconfirmed'
}
