import { computed, watch } from 'vue'
import type { Account, FirstStep } from '../../../shared/operations/accounts.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { visibleStatus } from '../../components/status/draft.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAvatarsStore } from '../../stores/avatars.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { useGitIdentity } from '../../components/use-git-identity.ts'
import { useClock } from '../../ui/use-clock.ts'

interface Start {
  account: Account
  /** Whether the account has an SSH key; undefined while that is unknown. */
  hasSshKey: boolean | undefined
}

/**
 * The first steps of an account that were not skipped, and which of them are done. They end when all are. One whose state can't be
 * found out isn't shown, but stays for the next time.
 */
export function useFirstSteps(start: Readonly<Start>) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const now = useClock()
  const { run, busy, failure } = useAsyncAction()
  const { id, user } = start.account
  const status = useServiceQuery(id, 'ownStatus.get', {}, { cached: true })

  const names = computed(() => (accounts.byId(id) ?? start.account).firstSteps ?? [])
  const git = useGitIdentity(id, { when: names.value.includes('git') })

  const isDone = {
    status: () => status.data.value && visibleStatus(status.data.value, now.value) !== undefined,
    keys: () => start.hasSshKey,
    git: () => git.value?.isSet,
    avatar: () => avatars.has(id, user.id),
  } satisfies Record<FirstStep, () => boolean | undefined>

  const isGitUnknown = computed(() => git.value !== undefined && git.value.isSet === undefined)
  const steps = computed(() =>
    names.value
      .filter((name) => name !== 'git' || !isGitUnknown.value)
      .map((name) => ({ name, isDone: isDone[name]() })),
  )
  /** Before all is known, a step might be shown that is done. */
  const isKnown = computed(() => steps.value.every((step) => step.isDone !== undefined))
  const isOver = computed(() => names.value.every((name) => isDone[name]()))

  /** Saves the steps that are left; one change after the other. */
  function keep(about: string, left: () => FirstStep[]) {
    return run(async () => {
      accounts.put(await latchkey().accounts.update({ id, firstSteps: left() }))
    }, about)
  }

  watch(
    () => names.value.length > 0 && isOver.value,
    (isOverNow) => {
      if (isOverNow) void keep('all', () => [])
    },
    { immediate: true },
  )

  return {
    steps,
    isShown: computed(() => isKnown.value && steps.value.some((step) => !step.isDone)),
    busy,
    failure,
    skip: (step: FirstStep) => keep(step, () => names.value.filter((name) => name !== step)),
    skipAll: () => keep('all', () => []),
  }
}
