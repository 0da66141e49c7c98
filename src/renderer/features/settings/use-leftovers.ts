import { shallowRef } from 'vue'
import type { Leftover } from '../../../shared/operations/device.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { leftoverMessages } from './leftover-messages.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Lists and deletes files that remain on this computer after signing out. */
export function useLeftovers() {
  const latchkey = useLatchkey()
  const confirm = useConfirm()
  const { showToast } = useToast()
  const leftovers = useServiceQuery('', 'device.leftovers')
  const deleting = useAsyncAction()
  const latest = shallowRef<Leftover>()

  async function confirmAndDelete(leftover: Leftover) {
    const texts = leftoverMessages[leftover.kind]
    const action = t(texts.action)
    const loss = texts.loss && t(texts.loss)
    const isSure = await confirm({
      what: 'delete_leftover',
      isReversible: false,
      demo: false,
      title: t('settings.confirmLeftover', { action }),
      text: [t('settings.leftoverLoss', { path: leftover.path }), loss].filter(Boolean).join(' '),
      confirm: action,
    })
    if (!isSure) return
    latest.value = leftover
    await retry()
  }

  async function retry() {
    const { name } = latest.value!
    const isDeleted = await deleting.run(async () => {
      leftovers.set(await latchkey().device.deleteLeftover({ name }))
    }, name)
    if (isDeleted) showToast(t('settings.leftoverDeleted', { name }))
    else await leftovers.reload()
  }

  return { leftovers, deleting, confirmAndDelete, retry }
}
