import { useQuery } from '@tanstack/vue-query'
import { computed } from 'vue'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { allPages } from '../../bridge/all-pages.ts'
import { type LatchkeyClient, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import {
  type Answer,
  changeAnswer,
  ensureAnswer,
  useAccountQuery,
} from '../../bridge/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

type FollowedUsers = ReadonlyMap<number, BasicUser>

const followingOf = (account: string) => [account, 'following'] as const

/** Loads the users an account follows. */
function useReadFollowing(account: string) {
  const accounts = useAccountsStore()
  return async (latchkey: LatchkeyClient): Promise<FollowedUsers> => {
    const id = accounts.byId(account)?.user.id
    if (id === undefined) return new Map()
    const { following } = latchkey(account)
    const all = await allPages((cursor) => following.list({ id, cursor }))
    return new Map(all.map((user) => [user.id, user]))
  }
}

/** Returns whether the account follows a user. */
export function useIsFollowed(account: string) {
  const { data } = useQuery<Answer<FollowedUsers>>(
    { queryKey: followingOf(account), enabled: false, shallow: true },
    queryClient,
  )
  return (user: BasicUser & { is_followed?: unknown }): boolean =>
    data.value?.value.has(user.id) ?? user.is_followed === true
}

/** Follows or unfollows a user. A toast reports what changed on GitLab and offers Undo. */
export function useFollow(account: string, user: () => BasicUser & { is_followed?: unknown }) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const { about } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const queryKey = followingOf(account)
  const isSelf = computed(() => accounts.byId(account)?.user.id === user().id)
  const isFollowedNow = useIsFollowed(account)
  const isFollowed = computed(() => isFollowedNow(user()))

  let retry = () => Promise.resolve(false)

  async function change(to: boolean, one = user()): Promise<boolean> {
    retry = () => change(to, one)
    const isDone = await run(async () => {
      const outcome = await (to ? follow(one) : unfollow(one))
      const undo = { label: t('common.undo'), run: () => change(!to, one), isUndo: true as const }
      about(`following ${one.id}`).showToast(
        t(resultId(to, outcome), { name: bidiIsolate(one.name) }),
        outcome === 'changed' ? undo : undefined,
      )
    }, `${one.id} ${to}`)
    // The change may have gone through, so reload the list.
    if (failure.value && mayHaveHappened(failure.value)) {
      await queryClient.refetchQueries({ queryKey, exact: true })
    }
    return isDone
  }

  /**
   * No user in the response means that nothing changed: the user is already followed or can’t be. Loading the user
   * shows which (`app/models/users/user_follow_user.rb`).
   */
  async function follow(user: BasicUser): Promise<FollowOutcome> {
    const service = latchkey(account)
    const changed = await service.following.follow({ id: user.id })
    const isNowFollowed = changed ?? (await service.users.get({ id: user.id })).is_followed
    if (!isNowFollowed) return 'refused'
    changeFollowed((before) => new Map([...before, [user.id, user]]))
    return changed ? 'changed' : 'unchanged'
  }

  async function unfollow(user: BasicUser): Promise<FollowOutcome> {
    const changed = await latchkey(account).following.unfollow({ id: user.id })
    changeFollowed((before) => new Map([...before].filter(([id]) => id !== user.id)))
    return changed ? 'changed' : 'unchanged'
  }

  const changeFollowed = (edit: (before: FollowedUsers) => FollowedUsers) =>
    changeAnswer(queryKey, edit)

  return { isSelf, isFollowed, busy, failure, change, retry: () => retry() }
}

export type Follow = ReturnType<typeof useFollow>

/** The result of following or unfollowing. */
type FollowOutcome = 'changed' | 'unchanged' | 'refused'

function resultId(to: boolean, outcome: FollowOutcome): MessageId {
  if (outcome === 'refused') return 'people.cannotFollow'
  if (outcome === 'unchanged') return to ? 'people.alreadyFollowing' : 'people.notFollowingName'
  return to ? 'people.nowFollowing' : 'people.stoppedFollowing'
}

/** The users an account follows, loaded once for all screens. */
export function useOwnFollowing(account: string) {
  const { data, ...query } = useAccountQuery(account, ['following'], useReadFollowing(account), {
    cached: true,
    staleMs: 60_000,
  })
  return {
    ...query,
    users: computed(() => data.value && [...data.value.values()]),
    count: computed(() => data.value?.size),
  }
}

export type OwnFollowing = ReturnType<typeof useOwnFollowing>

/** Loads the followed users unless they’re in memory. */
export function useKnownFollowing(account: string) {
  const host = useHost()
  const read = useReadFollowing(account)
  return {
    inMemory: () => [
      ...(queryClient.getQueryData<Answer<FollowedUsers>>(followingOf(account))?.value.values() ??
        []),
    ],
    load: async () => [...(await ensureAnswer(host, followingOf(account), read)).values()],
  }
}
