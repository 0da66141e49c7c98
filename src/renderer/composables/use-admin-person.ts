import { computed, onScopeDispose } from 'vue'
import type { Connectivity } from '../../shared/app/connectivity.ts'
import { useLatchkey } from '../latchkey.ts'
import { personOfCopy, readPerson } from '../screens/admin/person/known-person.ts'
import { failureOfState } from '../connectivity-words.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'
import { useClock } from './use-clock.ts'
import { usePersonQueue } from './use-person-queue.ts'
import { useResource } from './use-resource.ts'

/** Milliseconds between two looks at an account that is about to go. */
const pause = 5000

/** A person as an administrator sees them, and what is queued for them; read again when an action came to its end. */
export function useAdminPerson(account: string, id: number) {
  const latchkey = useLatchkey()
  const copied = () => latchkey(account).directory.person({ id })
  const user = useResource(account, () =>
    readPerson(() => latchkey(account).users.get({ id, with_custom_attributes: true }), copied),
  )
  void showCopy(useConnectivityStore().of(account))

  /** Where nobody could be asked just now, the copy is there before that is found out again. */
  async function showCopy(connectivity: Connectivity) {
    const failure = failureOfState(connectivity)
    const found = failure && personOfCopy(await copied().catch(() => ({})), failure)
    if (found && !user.data.value && !user.failure.value) user.set(found)
  }
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
    person: computed(() => user.data.value?.user),
    /** What of them is not from the service itself. */
    copy: computed(() => user.data.value?.copy),
    queue,
    isGone,
    isLeaving,
    elapsed: computed(() => Math.max(0, now.value - (user.asOf.value ?? now.value))),
    reload: () => Promise.all([user.reload(), queue.reload()]),
  }
}
