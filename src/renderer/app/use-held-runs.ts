import { computed } from 'vue'
import type { OnboardingRun } from '../../shared/operations/onboarding.ts'
import { useLatchkey } from '../bridge/latchkey.ts'
import { reloadOnOnboardingChange } from '../components/moderation/reload-on-onboarding.ts'
import { useAsyncAction } from '../bridge/use-async-action.ts'
import { useChoice } from '../components/use-confirm.ts'
import { useServiceQuery } from '../bridge/use-service-query.ts'
import { t } from '../ui/messages.ts'

/** The onboarding runs of an account that are on hold, with users who are not created yet. */
export function useHeldRuns(account: string) {
  const latchkey = useLatchkey()
  const choose = useChoice()
  const runs = useServiceQuery(account, 'onboarding.list')
  reloadOnOnboardingChange(account, runs.reload)
  const changing = useAsyncAction()
  const held = computed(
    () => runs.data.value?.filter(({ hold, counts }) => hold && counts.pending > 0) ?? [],
  )
  const sum = (countOf: (run: OnboardingRun) => number) =>
    held.value.reduce((total, run) => total + countOf(run), 0)
  const count = computed(() => sum(({ counts }) => counts.pending))

  async function cancel() {
    const onTheWay = sum(({ counts }) => counts.sending + counts.unknown)
    const isCancelled = await choose({
      title: t('queue.stopped', { left: count.value }),
      text: t('queue.onTheWay', { count: onTheWay }),
      confirm: t('bulk.cancelThem'),
      cancel: t('queue.keep'),
    })
    if (isCancelled) await cancelAll()
  }

  function cancelAll() {
    return changing.run(async () => {
      for (const { id } of held.value) await latchkey(account).onboarding.cancel({ run: id })
      await runs.reload()
    })
  }

  return { held, count, changing, cancel, cancelAll }
}
