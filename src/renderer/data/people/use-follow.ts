import { computed } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf } from '../latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useFollowingStore } from '../stores/following.ts'
import type { FollowOutcome } from '../stores/following.ts'
import { useAsyncAction } from '../use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

/** Follows and unfollows a user. A toast says what changed at the service. */
export function useFollow(account: string, person: () => BasicUser & { is_followed?: unknown }) {
  const store = useFollowingStore()
  const accounts = useAccountsStore()
  const { say } = useToast()
  const { run, busy, failure } = useAsyncAction()

  const isSelf = computed(() => accounts.byId(account)?.user.id === person().id)
  const isFollowed = computed(
    () => store.follows(account, person().id) ?? person().is_followed === true,
  )

  let retry = () => Promise.resolve(false)

  async function change(to: boolean, one = person()): Promise<boolean> {
    retry = () => change(to, one)
    const isDone = await run(async () => {
      const outcome = await (to ? store.follow(account, one) : store.unfollow(account, one))
      const undo = { label: t('common.undo'), run: () => change(true, one) }
      say(
        t(resultId(to, outcome), { name: bidiIsolate(one.name) }),
        !to && outcome === 'changed' ? undo : undefined,
      )
    })
    // It may have been done, so the list is loaded again.
    if (failure.value && mayHaveHappened(failure.value)) await store.load(account).catch(failureOf)
    return isDone
  }

  return { isSelf, isFollowed, busy, failure, change, retry: () => retry() }
}

export type Follow = ReturnType<typeof useFollow>

function resultId(to: boolean, outcome: FollowOutcome): MessageId {
  if (outcome === 'refused') return 'people.cannotFollow'
  if (outcome === 'already') return to ? 'people.alreadyFollowing' : 'people.notFollowingName'
  return to ? 'people.nowFollowing' : 'people.stoppedFollowing'
}
