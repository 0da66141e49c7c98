import { defineStore } from 'pinia'
import { computed, reactive, ref, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useChoice, useConfirm } from '../../components/use-confirm.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { reloadOnQueueChange } from '../../stores/queue.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'

/** Which review an account’s screens show; the newest by default. */
const useShownReviewStore = defineStore('shown-review', () => ({
  ids: reactive(new Map<string, number>()),
}))

/** How much a review reads, as far as that is known. */
export interface ReviewCost {
  users?: number | undefined
  requests?: number | undefined
  /** How long it takes at the measured pace, as text. */
  estimate?: string | undefined
}

/** An account’s reviews and the one on screen, updated live. The URL can select one. */
export function useReview(account: string) {
  const latchkey = useLatchkey()
  const { ids } = useShownReviewStore()
  const idInUrl = Number(useRoute().query.review)
  if (idInUrl) ids.set(account, idInUrl)
  const list = useServiceQuery(account, 'review.list')
  const query = useServiceQuery(account, 'review.state', () => ({ review: ids.get(account) }), {
    keepsPrevious: true,
  })
  const changing = useAsyncAction()
  const choose = useChoice()
  const confirm = useConfirm()
  const selected = useSelectionStore().of(account)
  const operations = () => latchkey(account).review
  const jobs = () => latchkey(account).jobs
  const shown = computed({
    get: () => query.data.value?.id,
    set: (id) => (id === undefined ? ids.delete(account) : ids.set(account, id)),
  })
  const reload = () => Promise.all([query.reload(), list.reload()])
  reloadOnQueueChange(account, reload)
  // The review was deleted on another page.
  watch(query.failure, (failure) => {
    if (failure?.kind === 'not-found') ids.delete(account)
  })

  /** Retries the last change. */
  const retryLast = ref<() => unknown>()

  /** Changes a review and reloads the screen. */
  function change(
    name: string,
    act: () => Promise<unknown>,
    tryAgain: () => unknown = () => change(name, act),
  ): Promise<boolean> {
    return changing.run(async () => {
      retryLast.value = tryAgain
      await act()
      await reload()
    }, name)
  }

  /** Starts a review. Asks first if it is large, because it may take hours. */
  async function start(selection: Selection, cost: ReviewCost): Promise<boolean> {
    const { users = Infinity, requests, estimate = t('review.noEstimate') } = cost
    const isSure = await confirm({
      what: 'review',
      isReversible: true,
      count: users,
      title:
        cost.users === undefined
          ? t('review.startTitleAll')
          : t('review.startTitle', { count: cost.users }),
      text: [requests && t('review.sends', { count: requests }), estimate, t('review.startText')]
        .filter(Boolean)
        .join(' '),
      confirm: t('review.start'),
    })
    return isSure && startNow(selection)
  }

  const startNow = (selection: Selection): Promise<boolean> =>
    changing.run(async () => {
      retryLast.value = () => startNow(selection)
      const state = await operations().start({ selection })
      shown.value = state.id
      query.set(state)
      if (isSelected(selection)) selected.clear()
      await list.reload()
    }, 'start')
  /** Whether these are the users that are currently selected. */
  const isSelected = (selection: Selection) =>
    JSON.stringify(selection) === JSON.stringify(selected.toSelection())
  function retry() {
    const job = shown.value!
    return change('retry', () => jobs().retry({ job }))
  }
  const rename = (review: number, name: string) =>
    change('rename', () => operations().rename({ review, name }))

  /** Pauses a review immediately, then asks whether to delete it. It stays paused if the dialog is dismissed. */
  async function remove(state: ReviewState): Promise<void> {
    const { id: job = 0, name = '', phase } = state
    const wasRunning = phase === 'running'
    const pause = () => jobs().pause({ job })
    if (wasRunning && !(await change('pause', pause, () => remove(state)))) return
    const isDeleted = await choose({
      title: t('review.deleteTitleOf', { name: escapeBidi(name) }),
      text: t('review.deleteText'),
      confirm: t('review.delete'),
      isIrreversible: true,
      ...(wasRunning && { cancel: t('queue.resume') }),
    })
    if (isDeleted) await change('remove', () => deleteReview(job))
    else if (isDeleted === false && wasRunning) {
      await change('resume', () => jobs().resume({ job }))
    }
  }

  async function deleteReview(job: number) {
    const { phase } = await operations().state({ review: job })
    if (phase === 'running' || phase === 'paused') await jobs().cancel({ job })
    await jobs().remove({ job })
    // The user may have selected another review since.
    if (ids.get(account) === job) ids.delete(account)
  }

  return {
    reviews: computed(() => list.data.value ?? []),
    shown,
    state: query.data,
    failure: query.failure,
    reload,
    changing,
    retryLast,
    start,
    retry,
    rename,
    remove,
  }
}

export type Review = ReturnType<typeof useReview>
