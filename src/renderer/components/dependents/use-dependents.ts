import { type MaybeRefOrGetter, onScopeDispose, shallowRef, toValue, watch } from 'vue'
import type { UserDependents } from '../../../shared/operations/dependents.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { failureOf, useHost, useLatchkey } from '../../bridge/latchkey.ts'

/**
 * What depends on users, as it arrives. With `isRead`, it is read, which sends requests; otherwise only what is known
 * already is shown.
 */
export function useDependents(
  account: string,
  users: MaybeRefOrGetter<readonly number[]>,
  isRead: MaybeRefOrGetter<boolean>,
) {
  const latchkey = useLatchkey()
  const known = shallowRef<ReadonlyMap<number, UserDependents>>(new Map())
  const failure = shallowRef<Failure>()

  function set(user: number, found: UserDependents | null) {
    const next = new Map(known.value)
    if (found) next.set(user, found)
    else next.delete(user)
    known.value = next
  }

  async function load(user: number, again = false) {
    try {
      set(
        user,
        toValue(isRead)
          ? await latchkey(account).dependents.read({ user, again })
          : await latchkey(account).dependents.get({ user }),
      )
      failure.value = undefined
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  watch(
    () => `${toValue(isRead)} ${toValue(users).join()}`,
    () => {
      for (const user of toValue(users)) void load(user)
    },
    { immediate: true },
  )
  onScopeDispose(
    useHost().on('dependents', async (event) => {
      if (event.account !== account || !toValue(users).includes(event.user)) return
      try {
        set(event.user, await latchkey(account).dependents.get({ user: event.user }))
      } catch (error) {
        failure.value = failureOf(error)
      }
    }),
  )
  return {
    known,
    failure,
    reload: () => {
      for (const user of toValue(users)) void load(user, true)
    },
  }
}
