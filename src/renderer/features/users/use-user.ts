import { computed, onScopeDispose } from 'vue'
import { useLatchkey } from '../../data/latchkey.ts'
import type { Latchkey } from '../../data/latchkey.ts'
import { beforeViews, readPerson } from './known-person.ts'
import { useClock } from '../../ui/use-clock.ts'
import { usePersonQueue } from '../../data/moderation/use-person-queue.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'

/** Milliseconds between two looks at an account that is about to go. */
const pause = 5000

/** A person as an administrator sees them, and what is queued for them; read again when an action came to its end. */
export function useUser(account: string, id: number) {
  const latchkey = useLatchkey()
  const copied = () => latchkey(account).directory.person({ id })
  const user = useAccountQuery(account, ['user', id], load, { cached: true })
  const queue = usePersonQueue(account, id, user.reload)
  const now = useClock()

  async function load(read: Latchkey) {
    const [known, { viewed }] = await Promise.all([
      readPerson(() => read(account).users.get({ id, with_custom_attributes: true }), copied),
      latchkey(account).viewAs.activity({ id }),
    ])
    return beforeViews(known, viewed)
  }

  /** Whether the service knows nobody by this number, or no longer does. */
  const isGone = computed(() => user.failure.value?.kind === 'not-found')
  const isLeaving = computed(() => queue.isLeaving.value && !isGone.value)

  const timer = setInterval(() => {
    if (isLeaving.value && !document.hidden && !user.loading.value) void user.reload()
  }, pause)
  onScopeDispose(() => clearInterval(timer))

  return {
    user,
    person: computed(() => user.data.value?.user),
    /** What of them is not from the service itself; not said while it is still being asked. */
    copy: computed(() => (user.isCached.value ? undefined : user.data.value?.copy)),
    viewed: computed(() => user.data.value?.viewed),
    queue,
    isGone,
    isLeaving,
    elapsed: computed(() => Math.max(0, now.value - (user.asOf.value ?? now.value))),
    reload: () => Promise.all([user.reload(), queue.reload()]),
  }
}
