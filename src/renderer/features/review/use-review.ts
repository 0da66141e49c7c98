import { onScopeDispose } from 'vue'
import type { Selection } from '../../../shared/operations/directory.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useChoice, useConfirm } from '../../components/use-confirm.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'

/** The review of an account, as it goes on. */
export function useReview(account: string) {
  const latchkey = useLatchkey()
  const query = useServiceQuery(account, 'review.state')
  const changing = useAsyncAction()
  const confirm = useConfirm()
  const choose = useChoice()
  const review = () => latchkey(account).review
  onScopeDispose(
    useHost().on('review', (event) => {
      if (event.account === account) query.set(event.state)
    }),
  )

  const change = (
    name: 'start' | 'pause' | 'resume' | 'remove',
    act: () => ReturnType<ReturnType<typeof review>['state']>,
  ) => changing.run(async () => query.set(await act()), name)

  /** Starts a review, which replaces the one that is there. */
  async function start(selection: Selection) {
    const isReplacing = query.data.value !== undefined && query.data.value.phase !== 'none'
    const isSure = await confirm({
      what: 'replace_review',
      isReversible: !isReplacing,
      title: t('review.replaceTitle'),
      text: t('review.replaceText'),
      confirm: t('review.replaceConfirm'),
    })
    if (isSure) await change('start', () => review().start({ selection }))
  }

  const pause = () => change('pause', () => review().pause())
  const resume = () => change('resume', () => review().resume())

  /** Stops the review at once, and asks only then whether to delete it. It stays paused if the question is closed. */
  async function remove() {
    const wasRunning = query.data.value?.phase === 'running'
    if (wasRunning && !(await pause())) return
    const isDeleted = await choose({
      title: t('review.deleteTitle'),
      text: t('review.deleteText'),
      confirm: t('review.delete'),
      isIrreversible: true,
      ...(wasRunning && { cancel: t('review.resume') }),
    })
    if (isDeleted) await change('remove', () => review().remove())
    else if (isDeleted === false && wasRunning) await resume()
  }

  return {
    state: query.data,
    failure: query.failure,
    reload: query.reload,
    changing,
    start,
    pause,
    resume,
    remove,
  }
}

export type Review = ReturnType<typeof useReview>
