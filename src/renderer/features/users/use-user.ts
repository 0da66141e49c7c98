import { useIntervalFn } from '@vueuse/core'
import { computed } from 'vue'
import { type LatchkeyClient, useLatchkey } from '../../bridge/latchkey.ts'
import { withActivityBeforeView, readUserDetails } from './user-details.ts'
import { useClock } from '../../ui/use-clock.ts'
import { useUserQueue } from './use-user-queue.ts'
import { invalidate, useAccountQuery } from '../../bridge/use-service-query.ts'

/** Polling interval (ms) for a user who is being deleted. */
const interval = 5000

/** A user in the admin view, and their queued actions. Reloads the user when an action ends. */
export function useUser(account: string, id: number) {
  const latchkey = useLatchkey()
  const readCopy = () => latchkey(account).directory.user({ id })
  const query = useAccountQuery(account, ['user', id], load, { cached: true })
  const queue = useUserQueue(account, id, query.reload)
  const now = useClock()

  async function load(read: LatchkeyClient) {
    const [details, { viewed }] = await Promise.all([
      readUserDetails(
        () => read(account).users.get({ id, with_custom_attributes: true }),
        readCopy,
      ),
      latchkey(account).viewAs.activity({ id }),
    ])
    return withActivityBeforeView(details, viewed)
  }

  /** Whether GitLab has no user with this ID, or no longer has one. */
  const isGone = computed(() => query.failure.value?.kind === 'not-found')
  const isLeaving = computed(() => queue.isLeaving.value && !isGone.value)

  useIntervalFn(() => {
    if (isLeaving.value && !document.hidden && !query.loading.value) void query.reload()
  }, interval)

  return {
    query,
    user: computed(() => query.data.value?.user),
    /** The data from the directory; undefined while GitLab’s data is loading. */
    copy: computed(() => (query.isCached.value ? undefined : query.data.value?.copy)),
    viewed: computed(() => query.data.value?.viewed),
    queue,
    isGone,
    isLeaving,
    elapsed: computed(() => Math.max(0, now.value - (query.asOf.value ?? now.value))),
    /** Reloads the user and the parts of the page that don’t have a reload button. */
    reload: () =>
      Promise.all([
        query.reload(),
        queue.reload(),
        invalidate(account, 'status.of'),
        invalidate(account, 'associations.count'),
      ]),
  }
}
