import type { Account } from '../../../shared/operations/accounts.ts'

type Rights = Pick<Account, 'id' | 'isAdmin'>

/** Calls back for every account that loses its admin rights. */
export function watchLostAdminRights(
  before: readonly Rights[],
  lost: (account: string) => void,
): (accounts: readonly Rights[]) => void {
  const admins = new Set(before.filter(({ isAdmin }) => isAdmin).map(({ id }) => id))
  return (accounts) => {
    for (const { id, isAdmin } of accounts) {
      if (isAdmin) admins.add(id)
      else if (admins.delete(id)) lost(id)
    }
  }
}
