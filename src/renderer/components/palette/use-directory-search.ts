import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { t } from '../../ui/messages.ts'

/** Most users offered at once. */
const maxUsers = 8

/** Directory users that match a text. */
export interface FoundEntries {
  users: DirectoryEntry[]
  /** A note about the result, such as that the list is still loading. */
  note?: string
}

/** Searches the local directory, which only administrators have. */
export function useDirectorySearch({ id }: Pick<Account, 'id'>) {
  const latchkey = useLatchkey()

  return async (typed: string): Promise<FoundEntries> => {
    const search = typed.trim().replace(/^@/, '')
    if (!search) return { users: [] }
    const { directory } = latchkey(id)
    const { items, state } = await directory.search({ filter: { search }, limit: maxUsers })
    const isIncomplete = state.asOf === undefined
    return { users: items, ...(isIncomplete && { note: t('palette.usersLoading') }) }
  }
}
