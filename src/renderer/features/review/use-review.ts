import { defineStore } from 'pinia'
import { computed, reactive, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Selection } from '../../../shared/operations/directory.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useChoice } from '../../components/use-confirm.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { reloadOnQueueChange } from '../../stores/queue.ts'
import { t } from '../../ui/messages.ts'

/** The review that the screens of an account show; the newest one where none was chosen. */
const useShownReviewStore = defineStore('shown-review', () => ({
  ids: reactive(new Map<string, number>()),
}))

/** The reviews of an account, and the one that is shown, as it goes on. The address may name one. */
export function useReview(account: string) {
  const latchkey = useLatchkey()
  const { ids } = useShownReviewStore()
  const named = Number(useRoute().query.review)
  if (named) ids.set(account, named)
  const list = useServiceQuery(account, 'review.list')
  const query = useServiceQuery(account, 'review.state', () => ({ review: ids.get(account) }), {
    keepsPrevious: true,
  })
  const changing = useAsyncAction()
  const choose = useChoice()
  const operations = () => latchkey(account).review
  const jobs = () => latchkey(account).jobs
  const shown = computed({
    get: () => query.data.value?.id,
    set: (id) => (id === undefined ? ids.delete(account) : ids.set(account, id)),
  })
  const reload = () => Promise.all([query.reload(), list.reload()])
  reloadOnQueueChange(account, reload)
  // It was removed elsewhere.
  watch(query.failure, (failure) => {
    if (failure?.kind === 'not-found') ids.delete(account)
  })

  /** Changes the shown review, and reads it again. */
  const change = (name: string, act: (job: number) => Promise<unknown>) =>
    changing.run(async () => {
      await act(shown.value!)
      await reload()
    }, name)

  const start = (selection: Selection) =>
    changing.run(async () => {
      const state = await operations().start({ selection })
      shown.value = state.id
      query.set(state)
      await list.reload()
    }, 'start')
  const retry = () => change('retry', (job) => jobs().retry({ job }))
  const rename = (name: string) =>
    change('rename', (review) => operations().rename({ review, name }))

  /** Stops the review at once, and asks only then whether to delete it. It stays paused if the question is closed. */
  async function remove() {
    const wasRunning = query.data.value?.phase === 'running'
    if (wasRunning && !(await change('pause', (job) => jobs().pause({ job })))) return
    const isDeleted = await choose({
      title: t('review.deleteTitle'),
      text: t('review.deleteText'),
      confirm: t('review.delete'),
      isIrreversible: true,
      ...(wasRunning && { cancel: t('review.resume') }),
    })
    if (isDeleted) await change('remove', removeNow)
    else if (isDeleted === false && wasRunning) {
      await change('resume', (job) => jobs().resume({ job }))
    }
  }

  async function removeNow(job: number) {
    if (query.data.value?.phase !== 'done') await jobs().cancel({ job })
    await jobs().remove({ job })
    shown.value = undefined
  }

  return {
    reviews: computed(() => list.data.value ?? []),
    shown,
    state: query.data,
    failure: query.failure,
    reload,
    changing,
    start,
    retry,
    rename,
    remove,
  }
}

export type Review = ReturnType<typeof useReview>
