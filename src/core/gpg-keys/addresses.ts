import type { GpgKeyDetails, JoinedGpgKey } from '../../shared/app/gpg-keys.ts'
import { user } from '../../shared/service/current-user.ts'
import { emails } from '../../shared/service/emails.ts'
import type { AccountService } from '../account-service.ts'

/** The addresses of an account, in lower case, and whether each is confirmed. */
export type Addresses = ReadonlyMap<string, boolean>

/** Reads them: some services leave the primary address out of the list. */
export async function addressesOf(service: AccountService): Promise<Addresses> {
  const [me, list] = await Promise.all([service.call(user.get, {}), service.all(emails.list, {})])
  const known = new Map<string, boolean>()
  // It can only be an address that the service knows to be the person's own (`app/models/user.rb`, `verified_email?`).
  if (me.commit_email) known.set(me.commit_email.toLowerCase(), true)
  if (me.email) known.set(me.email.toLowerCase(), me.confirmed_at !== null)
  for (const { email, confirmed_at } of list) {
    const address = email.toLowerCase()
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
  const isConfirmed = addresses.get(email.toLowerCase())
  if (isConfirmed === undefined) return 'not-on-account'
  return isConfirmed ? 'confirmed' : 'unconfirmed'
}
