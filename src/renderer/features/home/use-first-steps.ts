import { computed, reactive, watch } from 'vue'
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
  /** Whether the account has an SSH key; undefined if unknown. */
  hasSshKey: boolean | undefined
}

/** Steps finished since Latchkey started, by account. */
export const finishedSteps = reactive(new Map<string, FirstStep[]>())

/**
 * An account’s first steps, without skipped ones. A step whose state is unknown is hidden but kept for next time.
 */
export function useFirstSteps(start: Readonly<Start>) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const now = useClock()
  const { run, failure } = useAsyncAction()
  const { id, user } = start.account
  const status = useServiceQuery(id, 'ownStatus.get', {}, { cached: true })

  const names = computed(() => (accounts.byId(id) ?? start.account).firstSteps ?? [])
  const git = useGitIdentity(id, { when: names.value.includes('git') })

  const finished = computed(() => finishedSteps.get(id) ?? [])
  const isDone = {
    status: () => status.data.value && visibleStatus(status.data.value, now.value) !== undefined,
    keys: () => start.hasSshKey,
    git: () => git.value?.isSet,
    avatar: () => avatars.has(id, user.id),
  } satisfies Record<FirstStep, () => boolean | undefined>

  const isGitUnknown = computed(() => git.value !== undefined && git.value.isSet === undefined)
  const isFinished = (name: FirstStep) => finished.value.includes(name)
  /** Whether a finished step was undone. A status may clear itself, but was set. */
  const isUndone = (name: FirstStep) =>
    isFinished(name) && name !== 'status' && isDone[name]() === false
  const isOffered = (name: FirstStep) =>
    names.value.includes(name) && !(name === 'git' && isGitUnknown.value)
  const steps = computed(() =>
    (Object.keys(isDone) as FirstStep[])
      .filter((name) => (isFinished(name) && !isUndone(name)) || isOffered(name))
      .map((name) => ({
        name,
        isDone: isUndone(name) ? false : isFinished(name) || isDone[name](),
      })),
  )
  /** Whether all states are known. Before that, a finished step could appear as open. */
  const isKnown = computed(() => steps.value.every((step) => step.isDone !== undefined))

  /** Saves the remaining steps, one change at a time. */
  function saveSteps(about: string, remaining: () => FirstStep[]) {
    return run(async () => {
      accounts.put(await latchkey().accounts.update({ id, firstSteps: remaining() }))
    }, about)
  }

  watch(
    () => names.value.filter((name) => isDone[name]()).join(),
    () => {
      const done = names.value.filter((name) => isDone[name]())
      if (done.length === 0) return
      finishedSteps.set(id, [...finished.value, ...done])
      void saveSteps(`done ${done.join()}`, () => names.value.filter((name) => !isFinished(name)))
    },
    { immediate: true },
  )
  watch(
    () => finished.value.filter(isUndone).join(),
    () => {
      const undone = finished.value.filter(isUndone)
      if (undone.length === 0) return
      finishedSteps.set(
        id,
        finished.value.filter((name) => !undone.includes(name)),
      )
      void saveSteps(`undone ${undone.join()}`, () => [...new Set([...names.value, ...undone])])
    },
    { immediate: true },
  )

  return {
    steps,
    isKnown,
    /** The next open step, once all states are known. */
    next: computed(() =>
      isKnown.value ? steps.value.find(({ isDone: done }) => !done) : undefined,
    ),
    failure,
    skip: (step: FirstStep) => saveSteps(step, () => names.value.filter((name) => name !== step)),
    skipAll: () => saveSteps('all', () => []),
  }
}
