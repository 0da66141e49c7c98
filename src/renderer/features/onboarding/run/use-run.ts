import { computed } from 'vue'
import { useRouter } from 'vue-router'
import type { OnboardingRun } from '../../../../shared/operations/onboarding.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useChoice, useConfirm } from '../../../components/use-confirm.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { sumsOfOnboardingRun } from '../../../../shared/rules/run-sums.ts'
import { reloadOnOnboardingChange } from '../../../components/moderation/reload-on-onboarding.ts'
import { formatSums } from '../../../components/moderation/run-sums.ts'
import { reloadOnQueueChange } from '../../../stores/queue.ts'
import { downloadText } from '../../../ui/download.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** A run with its controls. It runs in core: leaving the screen changes nothing. */
export function useRun(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const confirm = useConfirm()
  const choose = useChoice()
  const { showToast } = useToast()
  const query = useServiceQuery(account, 'onboarding.get', { run: id })
  const changing = useAsyncAction()
  reloadOnOnboardingChange(account, query.reload)
  const bulkRuns = useServiceQuery(account, 'bulk.list')
  reloadOnQueueChange(account, bulkRuns.reload)
  /** The runs that delete its users. */
  const undos = computed(() => bulkRuns.data.value?.filter(({ undoes }) => undoes === id) ?? [])
  const undoneCount = computed(() =>
    undos.value.reduce((sum, { counts }) => sum + (counts.done ?? 0), 0),
  )

  const onboarding = () => latchkey(account).onboarding
  const change = (work: () => Promise<OnboardingRun>, toast: string) =>
    changing.run(async () => {
      query.set(await work())
      showToast(toast)
    }, toast)
  const resume = () => change(() => onboarding().resume({ run: id }), t('onboarding.resumed'))

  /** Stops the run at once, and asks only then about the rest, which stays paused if the question is closed. */
  async function cancel() {
    const pause = async () => query.set(await onboarding().pause({ run: id }))
    if (!(await changing.run(pause, 'cancel'))) return
    const stopped = query.data.value!
    const { pending, sending, unknown } = stopped.counts
    if (pending === 0) return resume()
    const isCancelled = await choose({
      title: t('queue.stopped', { left: pending }),
      text: `${formatSums(sumsOfOnboardingRun(stopped))}. ${t('queue.onTheWay', { count: sending + unknown })}`,
      confirm: t('bulk.cancelThem'),
      cancel: t('queue.resume'),
    })
    if (isCancelled)
      return change(() => onboarding().cancel({ run: id }), t('onboarding.cancelled'))
    if (isCancelled === false) return resume()
  }

  async function remove() {
    const isConfirmed = await confirm({
      what: 'delete_creation_record',
      isReversible: false,
      title: t('onboarding.removeTitle'),
      text: t('onboarding.removeText'),
      confirm: t('onboarding.remove'),
    })
    if (!isConfirmed) return
    await changing.run(async () => {
      await onboarding().remove({ run: id })
      showToast(t('onboarding.removed'))
      await router.push({ name: 'onboarding', params: { account } })
    }, 'remove')
  }

  const save = () =>
    changing.run(async () => {
      const files = await onboarding().report({ run: id })
      showToast(files.map(downloadText)[0]!)
    }, 'report')

  return {
    query,
    undos,
    undoneCount,
    changing,
    pause: () => change(() => onboarding().pause({ run: id }), t('onboarding.paused')),
    resume,
    retry: () => change(() => onboarding().retry({ run: id }), t('onboarding.retrying')),
    cancel,
    remove,
    save,
  }
}

export type RunView = ReturnType<typeof useRun>
