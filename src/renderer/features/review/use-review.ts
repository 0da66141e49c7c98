import { defineStore } from 'pinia'
import { computed, onScopeDispose, reactive, watch } from 'vue'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useChoice } from '../../components/use-confirm.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'

/** The review that the screens of an account show; the newest one where none was chosen. */
const useShownReviewStore = defineStore('shown-review', () => ({
  ids: reactive(new Map<string, number>()),
}))

/** The reviews of an account, and the one that is shown, as it goes on. */
export function useReview(account: string) {
  const latchkey = useLatchkey()
  const { ids } = useShownReviewStore()
  const list = useServiceQuery(account, 'review.list')
  const query = useServiceQuery(account, 'review.state', () => ({ review: ids.get(account) }), {
    keepsPrevious: true,
  })
  const changing = useAsyncAction()
  const choose = useChoice()
  const operations = () => latchkey(account).review
  const shown = computed({
    get: () => query.data.value?.id,
    set: (id) => (id === undefined ? ids.delete(account) : ids.set(account, id)),
  })
  onScopeDispose(
    useHost().on('review', (event) => {
      if (event.account === account) follow(event.state)
    }),
  )
  // It was removed elsewhere.
  watch(query.failure, (failure) => {
    if (failure?.kind === 'not-found') ids.delete(account)
  })

  function follow(state: ReviewState) {
    const { id, phase } = query.data.value ?? {}
    if (state.id === id || (phase === 'none' && !ids.has(account))) query.set(state)
    const known = list.data.value?.find((review) => review.id === state.id)
    if (known && list.data.value) {
      list.set(list.data.value.map((review) => (review === known ? state : review)))
    } else void list.reload()
  }

  const change = (name: string, act: () => Promise<ReviewState>) =>
    changing.run(async () => {
      const state = await act()
      shown.value = state.id
      query.set(state)
      await list.reload()
    }, name)

  const start = (selection: Selection) => change('start', () => operations().start({ selection }))
  const pause = () => change('pause', () => operations().pause({ review: shown.value }))
  const resume = () => change('resume', () => operations().resume({ review: shown.value }))

  /** Stops the review at once, and asks only then whether to delete it. It stays paused if the question is closed. */
  async function remove() {
    const review = shown.value
    const wasRunning = query.data.value?.phase === 'running'
    if (wasRunning && !(await pause())) return
    const isDeleted = await choose({
      title: t('review.deleteTitle'),
      text: t('review.deleteText'),
      confirm: t('review.delete'),
      isIrreversible: true,
      ...(wasRunning && { cancel: t('review.resume') }),
    })
    if (isDeleted) await change('remove', () => operations().remove({ review }))
    else if (isDeleted === false && wasRunning) await resume()
  }

  return {
    reviews: computed(() => list.data.value ?? []),
    shown,
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
