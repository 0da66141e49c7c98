import { computed } from 'vue'
import { currentTime } from '../../../shared/clock.ts'
import { mayHaveHappened } from '../../../shared/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf } from '../latchkey.ts'
import type { Latchkey } from '../latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useFollowingStore } from '../stores/following.ts'
import type { FollowOutcome } from '../stores/following.ts'
import { useAsyncAction } from '../use-async-action.ts'
import { useAccountQuery } from '../use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

/** Follows and unfollows a user. A toast says what changed at the service, and undoes it. */
export function useFollow(account: string, person: () => BasicUser & { is_followed?: unknown }) {
  const store = useFollowingStore()
  const accounts = useAccountsStore()
  const { showToast } = useToast()
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
      const undo = { label: t('common.undo'), run: () => change(!to, one), isUndo: true as const }
      showToast(
        t(resultId(to, outcome), { name: bidiIsolate(one.name) }),
        outcome === 'changed' ? undo : undefined,
      )
    }, `${one.id} ${to}`)
    // It may have been done, so the list is loaded again.
    if (failure.value && mayHaveHappened(failure.value)) await store.load(account).catch(failureOf)
    return isDone
  }

  return { isSelf, isFollowed, busy, failure, change, retry: () => retry() }
}

export type Follow = ReturnType<typeof useFollow>

function resultId(to: boolean, outcome: FollowOutcome): MessageId {
  if (outcome === 'refused') return 'people.cannotFollow'
  if (outcome === 'unchanged') return to ? 'people.alreadyFollowing' : 'people.notFollowingName'
  return to ? 'people.nowFollowing' : 'people.stoppedFollowing'
}

/** A list that another screen loaded less than this time ago is reused. */
const maxAgeMs = 60_000

/** The users whom the account follows, loaded once for all screens. */
export function useOwnFollowing(account: string) {
  const store = useFollowingStore()
  const loaded = store.followedBy(account)
  let isStale = loaded === undefined || currentTime() - loaded.asOf > maxAgeMs
  const { failure, loading, reload } = useAccountQuery(account, ['following'], load, {
    cached: true,
  })

  async function load(read: Latchkey) {
    const shared = isStale ? undefined : store.followedBy(account)
    isStale = true
    return shared ?? store.load(account, read)
  }

  const followed = computed(() => store.followedBy(account))
  return {
    people: computed(() => followed.value && [...followed.value.people.values()]),
    count: computed(() => followed.value?.people.size),
    asOf: computed(() => followed.value?.asOf),
    skipped: computed(() => followed.value?.skipped ?? 0),
    failure,
    loading,
    reload,
  }
}

export type OwnFollowing = ReturnType<typeof useOwnFollowing>
