import { useRouter } from 'vue-router'
import type { OnboardingRun } from '../../../../shared/app/onboarding.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import { useChoice, useConfirm } from '../../../data/use-confirm.ts'
import { useServiceQuery } from '../../../data/use-service-query.ts'
import { downloadText } from '../../../ui/download.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'
import { reloadOnChange } from '../reload-on-change.ts'

/** A run with its controls. It runs in core: leaving the screen changes nothing. */
export function useRun(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const confirm = useConfirm()
  const choose = useChoice()
  const { showToast } = useToast()
  const query = useServiceQuery(account, 'onboarding.get', { run: id })
  const changing = useAsyncAction()
  reloadOnChange(account, query.reload)

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
    if (!(await changing.runNow(pause))) return
    const { created, pending, sending, unknown } = query.data.value!.counts
    if (pending === 0) return resume()
    const isCancelled = await choose({
      title: t('onboarding.stopped', { created, left: pending }),
      text: t('queue.onTheWay', { count: sending + unknown }),
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
      showToast(downloadText(await onboarding().report({ run: id })))
    }, 'report')

  return {
    query,
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
