import { computed, onScopeDispose } from 'vue'
import { useLatchkey } from '../latchkey.ts'
import { useClock } from './use-clock.ts'
import { usePersonQueue } from './use-person-queue.ts'
import { useResource } from './use-resource.ts'

/** Milliseconds between two looks at an account that is about to go. */
const pause = 5000

/** A person as an administrator sees them, and what is queued for them; read again when an action came to its end. */
export function useAdminPerson(account: string, id: number) {
  const latchkey = useLatchkey()
  const user = useResource(account, () =>
    latchkey(account).users.get({ id, with_custom_attributes: true }),
  )
  const queue = usePersonQueue(account, id, user.reload)
  const now = useClock()

  /** Whether the service knows nobody by this number, or no longer does. */
  const isGone = computed(() => user.failure.value?.kind === 'not-found')
  const isLeaving = computed(() => queue.isLeaving.value && !isGone.value)

  const timer = setInterval(() => {
    if (isLeaving.value && !document.hidden && !user.loading.value) void user.reload()
  }, pause)
  onScopeDispose(() => clearInterval(timer))

  return {
    user,
    queue,
    isGone,
    isLeaving,
    elapsed: computed(() => Math.max(0, now.value - (user.asOf.value ?? now.value))),
    reload: () => Promise.all([user.reload(), queue.reload()]),
  }
}
