import { useRouter } from 'vue-router'
import type { OnboardingRun } from '../../../../shared/app/onboarding.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
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
  const { showToast } = useToast()
  const query = useServiceQuery(account, 'onboarding.get', { run: id })
  const changing = useAsyncAction()
  reloadOnChange(account, query.reload)

  const onboarding = () => latchkey(account).onboarding
  const change = (work: () => Promise<OnboardingRun>, toast: string, undo?: () => unknown) =>
    changing.run(async () => {
      query.set(await work())
      showToast(toast, undo && { label: t('common.undo'), run: undo, isUndo: true })
    }, toast)
  const resume = () => change(() => onboarding().resume({ run: id }), t('onboarding.resumed'))

  async function cancel() {
    const { pending = 0 } = query.data.value?.counts ?? {}
    const isConfirmed = await confirm({
      what: 'cancel_creation',
      isReversible: true,
      count: pending,
      title: t('onboarding.cancelTitle', { count: pending }),
      text: t('onboarding.cancelText'),
      confirm: t('onboarding.cancelConfirm'),
      cancel: t('onboarding.keepRunning'),
    })
    if (!isConfirmed) return
    await change(() => onboarding().cancel({ run: id }), t('onboarding.cancelled'), resume)
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
