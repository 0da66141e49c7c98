import type { Account } from '../../../shared/operations/accounts.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useKnownFollowing } from '../people/use-following.ts'
import { filterUsers } from '../people/user-search.ts'

/** Users known without a search: recently opened ones and those the account follows. */
export function useKnownUsers({ id: account }: Account) {
  const following = useKnownFollowing(account)

  function recentUsers(): BasicUser[] {
    const answers = queryClient.getQueriesData<{ value: BasicUser }>({
      queryKey: [account, 'users.get'],
    })
    return answers.flatMap(([, answer]) => answer?.value ?? [])
  }

  /** Followed users, loaded once; empty on failure, because other users are still found. */
  const followed = (): Promise<BasicUser[]> => following.load().catch(() => [])

  /** Users whose name, username or ID matches. Doesn’t wait for GitLab. */
  function find(text: string): BasicUser[] {
    void followed()
    const byId = new Map([...recentUsers(), ...following.inMemory()].map((user) => [user.id, user]))
    return filterUsers([...byId.values()], text)
  }

  return { find, followed }
}
