import type { QuestionedUser } from '../../data/use-confirm.ts'
import { useClock } from '../../ui/use-clock.ts'
import type { KeyKind } from './key-kind.ts'
import { useAccountKeys } from './use-account-keys.ts'
import { useKeyLists } from './use-key-lists.ts'
import { useKeyReader } from './use-key-reader.ts'
import { useLocalKeys } from './use-local-keys.ts'
import { useRenewals } from './use-renewals.ts'

/**
 * The keys of an account and those of this computer; or, for administrators, those of another user and those that were added here
 * for them.
 */
export function useKeys(account: string, kind: KeyKind, owner?: QuestionedUser) {
  const user = owner?.id
  const now = useClock()
  const lists = useKeyLists(account, kind, user)
  const reader = useKeyReader(account, kind, lists)
  const local = useLocalKeys(kind, lists, user === undefined ? undefined : reader.addedKeyIds)
  return {
    ...lists,
    ...reader,
    ...local,
    ...useAccountKeys(kind, lists, now, owner),
    /** Only one’s own keys can be renewed. */
    renewals: user === undefined ? useRenewals(account, kind, lists) : undefined,
    kind,
    account,
    owner,
    now,
  }
}

export type Keys = ReturnType<typeof useKeys>
