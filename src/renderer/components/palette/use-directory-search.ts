import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { t } from '../../ui/messages.ts'

/** How many users to offer at most. */
const maxUsers = 8

/** Directory users that match the query. */
export interface FoundEntries {
  users: DirectoryEntry[]
  /** Whether these users are merely similar, because none match. */
  similar?: true
  /** A note about the results, for example that the list is still loading. */
  note?: string
}

/** Searches the local directory, available only to administrators. */
export function useDirectorySearch({ id }: Pick<Account, 'id'>) {
  const latchkey = useLatchkey()

  return async (typed: string, similar?: true): Promise<FoundEntries> => {
    const search = typed.trim().replace(/^@/, '')
    if (!search) return { users: [] }
    const { directory } = latchkey(id)
    const found = await directory.search({ filter: { search }, limit: maxUsers, similar })
    const isIncomplete = found.state.asOf === undefined
    return {
      users: found.items,
      ...(found.similar && { similar: true }),
      ...(isIncomplete && { note: t('palette.usersLoading') }),
    }
  }
}
