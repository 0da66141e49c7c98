import { computed, watch } from 'vue'
import { profileGroups } from '../../components/profile/profile-fields.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useFollow, useOwnFollowing } from '../../components/people/use-following.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'

/** A user’s profile, their status, and whether you follow them. */
export function useUserProfile(account: string, id: number) {
  const user = useServiceQuery(account, 'users.get', { id }, { cached: true })
  const status = useServiceQuery(account, 'status.of', { id_or_username: id }, { cached: true })
  const now = useClock()
  useOwnFollowing(account)
  const unknownUser = { id, username: '', name: '', state: '' }
  const follow = useFollow(account, () => user.data.value ?? unknownUser)

  // GitLab provides the follower count, so reload it after a change.
  watch(follow.isFollowed, (isFollowed) => {
    const profile = user.data.value
    if (profile && profile.is_followed !== isFollowed) void user.reload()
  })

  /** Why details are missing. Private profiles have no join date (`lib/api/entities/user.rb`). */
  const privacy = computed(() => {
    const profile = user.data.value
    if (!profile || follow.isSelf.value) return undefined
    if (profile.private_profile) return t('people.privateAdmin')
    return profile.created_at ? undefined : t('people.privateHidden')
  })

  return {
    user,
    status,
    follow,
    privacy,
    now,
    groups: computed(() => (user.data.value ? profileGroups(user.data.value) : [])),
    elapsed: computed(() => Math.max(0, now.value - (user.asOf.value ?? now.value))),
    reload: () => Promise.all([user.reload(), status.reload()]),
  }
}
