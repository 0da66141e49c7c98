import { defineStore } from 'pinia'
import { computed, reactive, ref, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { ItemCounts, ReviewPlan, ReviewState } from '../../../shared/operations/review.ts'
import { type InputOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useChoice, useQuestion } from '../../components/use-confirm.ts'
import { invalidate, useServiceQuery } from '../../bridge/use-service-query.ts'
import { reloadOnQueueChange } from '../../stores/queue.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'

/** Which review an account’s screens show; the newest by default. */
const useShownReviewStore = defineStore('shown-review', () => ({
  ids: reactive(new Map<string, number>()),
}))

/** What starts a review. */
export type NewReviewInput = NonNullable<InputOf<'review.start'>>

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
  const ask = useQuestion()
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

  const start = (input: NewReviewInput): Promise<boolean> =>
    changing.run(async () => {
      retryLast.value = () => start(input)
      const state = await operations().start(input)
      shown.value = state.id
      query.set(state)
      if (isSelected(input.selection)) selected.clear()
      await list.reload()
    }, 'start')
  /** Whether these are the users that are currently selected. */
  const isSelected = (selection: NewReviewInput['selection']) =>
    JSON.stringify(selection) === JSON.stringify(selected.toSelection())
  function retry() {
    const job = shown.value!
    return change('retry', () => jobs().retry({ job }))
  }
  const setPlan = (review: number, plan: ReviewPlan) =>
    change('plan', () => operations().setPlan({ review, plan }))

  /** Ends deciding, after a question that counts what is undecided. */
  async function close({ id: review = 0, name = '', plan }: ReviewState, counts: ItemCounts) {
    const { undecided: count } = counts.decisions
    const isSure = await ask({
      title: t('review.closeTitle', { name: escapeBidi(name) }),
      text: [
        count > 0 && t(`review.closeUndecided_${plan?.undecided ?? 'exception'}`, { count }),
        t('review.closeText'),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: t('review.close'),
      isIrreversible: true,
    })
    if (isSure) await change('close', () => operations().close({ review }))
  }

  /** Reads everything again, after a question. */
  async function readAgain({ id: review = 0, name = '' }: ReviewState) {
    const isSure = await ask({
      title: t('review.readAgainTitle', { name: escapeBidi(name) }),
      text: t('review.readAgainText'),
      confirm: t('review.readAgain'),
    })
    if (isSure) await change('read again', () => operations().readAgain({ review }))
  }

  /** Reloads what is on screen after decisions were imported. */
  const reloadDecisions = () =>
    Promise.all([
      reload(),
      invalidate(account, 'review.items'),
      invalidate(account, 'review.users'),
      invalidate(account, 'review.parts'),
    ])

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
    setPlan,
    close,
    readAgain,
    reloadDecisions,
    rename,
    remove,
  }
}

export type Review = ReturnType<typeof useReview>
