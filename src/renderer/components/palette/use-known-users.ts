import type { Account } from '../../../shared/operations/accounts.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useKnownFollowing } from '../people/use-following.ts'
import { filterUsers } from '../people/user-search.ts'

/** Users available without a search: recently opened ones and those the account follows. */
export function useKnownUsers({ id: account }: Account) {
  const following = useKnownFollowing(account)

  function recentUsers(): BasicUser[] {
    const answers = queryClient.getQueriesData<{ value: BasicUser }>({
      queryKey: [account, 'users.get'],
    })
    return answers.flatMap(([, answer]) => answer?.value ?? [])
  }

  /** Loads the followed users once. Empty on failure, so that other users can still be found. */
  const followed = (): Promise<BasicUser[]> => following.load().catch(() => [])

  /** Finds users by name, username or ID without waiting for GitLab. */
  function find(text: string): BasicUser[] {
    void followed()
    const byId = new Map([...recentUsers(), ...following.inMemory()].map((user) => [user.id, user]))
    return filterUsers([...byId.values()], text)
  }

  return { find, followed }
}
