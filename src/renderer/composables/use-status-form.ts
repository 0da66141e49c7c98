import { computed, reactive, ref, toRefs, watch } from 'vue'
import type { Ref } from 'vue'
import type { StatusDraft } from '../../shared/app/own-status.ts'
import type { UserStatus } from '../../shared/service/current-user.ts'
import { clearTime, draftOf, sameDraft, visibleStatus } from '../screens/status/draft.ts'
import { useOwnStatusStore } from '../stores/own-status.ts'
import type { ClearChoice } from '../stores/own-status.ts'
import { useAction } from './use-action.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const choiceOf = (status: UserStatus | undefined): ClearChoice =>
  clearTime(status) === undefined ? 'never' : 'keep'

/** The status as it is being edited. What was typed stays, whatever fails or changes meanwhile. */
export function useStatusForm(account: string, current: Ref<UserStatus | undefined>) {
  const store = useOwnStatusStore()
  const { run, busy: saving, failure } = useAction()
  const draft = reactive<StatusDraft>({ ...draftOf(current.value) })
  const clear = ref<ClearChoice>(choiceOf(current.value))
  const base = ref<UserStatus | undefined>(current.value)

  const isDirty = computed(
    () => !sameDraft(draft, draftOf(base.value)) || clear.value !== choiceOf(base.value),
  )
  useKeptDraft(`status of ${account}`, draft, isDirty)
  const isEmpty = computed(() => !draft.emoji && !draft.message.trim() && !draft.busy)

  function reset(status = current.value) {
    base.value = status
    Object.assign(draft, draftOf(status))
    clear.value = choiceOf(status)
    failure.value = undefined
  }

  watch(current, (status) => {
    if (!isDirty.value) return reset(status)
    base.value = status
    if (clear.value === 'keep') clear.value = choiceOf(status)
  })

  /** Answers whether the service has it. What was typed meanwhile stays. */
  async function save(): Promise<boolean> {
    const sent = { draft: { ...draft }, clear: clear.value }
    const saved = await run(() => store.set(account, sent.draft, sent.clear))
    const status = visibleStatus(store.of(account), Date.now())
    if (saved && sameDraft(draft, sent.draft)) reset(status)
    else if (saved) base.value = status
    return saved
  }

  /** Sets a status used before; what is being typed stays. */
  function use(recent: StatusDraft): Promise<boolean> {
    const choice =
      clear.value === 'keep' && clearTime(base.value) === undefined ? 'never' : clear.value
    return run(() => store.set(account, { ...recent }, choice))
  }

  return { ...toRefs(draft), clear, isDirty, isEmpty, saving, failure, save, use, reset }
}

export type StatusForm = ReturnType<typeof useStatusForm>
