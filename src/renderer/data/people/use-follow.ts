import { computed } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf } from '../latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useFollowingStore } from '../stores/following.ts'
import type { FollowOutcome } from '../stores/following.ts'
import { useAction } from '../use-action.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Following one person, and no longer doing so. Says honestly what the service made of it. */
export function useFollow(account: string, person: () => BasicUser & { is_followed?: unknown }) {
  const store = useFollowingStore()
  const accounts = useAccountsStore()
  const { say } = useToast()
  const { run, busy, failure } = useAction()

  const isSelf = computed(() => accounts.byId(account)?.user.id === person().id)
  const isFollowed = computed(
    () => store.follows(account, person().id) ?? person().is_followed === true,
  )

  let retry = () => Promise.resolve(false)

  async function change(to: boolean, one = person()): Promise<boolean> {
    retry = () => change(to, one)
    const isDone = await run(async () => {
      const outcome = await (to ? store.follow(account, one) : store.unfollow(account, one))
      const undo = { label: 'Undo', run: () => change(true, one) }
      say(words(to, outcome, one.name), !to && outcome === 'changed' ? undo : undefined)
    })
    // Nobody knows whether it was done, so the list is asked.
    if (failure.value && mayHaveHappened(failure.value)) await store.load(account).catch(failureOf)
    return isDone
  }

  return { isSelf, isFollowed, busy, failure, change, retry: () => retry() }
}

export type Follow = ReturnType<typeof useFollow>

function words(to: boolean, outcome: FollowOutcome, name: string): string {
  const who = bidiIsolate(name)
  if (outcome === 'refused') return `Nothing changed: ${who} cannot be followed, or not by you.`
  if (outcome === 'already') return to ? `You already follow ${who}.` : `You did not follow ${who}.`
  return to ? `You now follow ${who}.` : `You no longer follow ${who}.`
}
