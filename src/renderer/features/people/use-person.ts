import { computed, watch } from 'vue'
import { profileGroups } from '../../data/profile/profile-fields.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useFollow } from '../../data/people/use-follow.ts'
import { useOwnFollowing } from '../../data/people/use-own-following.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'

/** Everything that a person's page shows at once: the person, their status, and whether one follows them. */
export function usePerson(account: string, id: number) {
  const user = useServiceQuery(account, 'users.get', { id }, { cached: true })
  const status = useServiceQuery(account, 'status.of', { id_or_username: id }, { cached: true })
  const now = useClock()
  useOwnFollowing(account)
  const nobody = { id, username: '', name: '', state: '' }
  const follow = useFollow(account, () => user.data.value ?? nobody)

  // The number of followers is the service's to count.
  watch(follow.isFollowed, (isFollowed) => {
    const shown = user.data.value
    if (shown && shown.is_followed !== isFollowed) void user.reload()
  })

  /** Why there is less to see than elsewhere. The day of joining is hidden with a private profile (`lib/api/entities/user.rb`). */
  const privacy = computed(() => {
    const shown = user.data.value
    if (!shown || follow.isSelf.value) return undefined
    if (shown.private_profile) {
      return 'This profile is private: others see little of it. You see more as an administrator.'
    }
    if (shown.created_at) return undefined
    return 'This profile is private: the service does not say when they joined, whom they follow and who follows them.'
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
