import { computed, ref, toRefs, watch } from 'vue'
import type { Ref } from 'vue'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import {
  clearChoice,
  emptyForm,
  formOf,
  keepsPast,
  seenStatus,
  visibleStatus,
} from '../../data/status/draft.ts'
import type { StatusFormDraft } from '../../data/status/draft.ts'
import { savedWords } from '../../data/status/status-messages.ts'
import { useOwnStatusStore } from '../../data/stores/own-status.ts'
import { useAction } from '../../data/use-action.ts'
import { useEditedDraft } from '../../data/use-edited-draft.ts'
import { useToast } from '../../ui/use-toast.ts'

interface ReadStatus {
  /** What the service answered last; undefined until it did. */
  read: Ref<UserStatus | undefined>
  /** The status that is seen now; undefined where there is none. */
  current: Ref<UserStatus | undefined>
  /** Whether that is only cached. */
  isCached: Ref<boolean>
  /** Takes over what the service has. */
  show(status: UserStatus): void
}

/** The status as it is being edited. What was typed stays, whatever fails or changes meanwhile. */
export function useStatusForm(account: string, { read, current, isCached, show }: ReadStatus) {
  const store = useOwnStatusStore()
  const { say } = useToast()
  const { run, busy: saving, failure } = useAction()
  const edited = useEditedDraft<StatusFormDraft>(`status of ${account}`, formOf(current.value), {
    same,
  })
  const { draft, base, isDirty, isPreview, conflicts, isDecided } = edited
  const isEmpty = computed(() => !draft.emoji && !draft.message.trim() && !draft.busy)
  /** Whether a time was to be kept that is over by now. */
  const isTooLate = ref(false)
  watch(
    () => draft.clear,
    () => (isTooLate.value = false),
  )

  watch([current, read], () => {
    if (!read.value) return
    if (isCached.value) edited.preview(formOf(current.value))
    else adopt(current.value)
  })

  /** Takes over what the service has now, but for what was typed. */
  function adopt(status: UserStatus | undefined) {
    // A status that ended by itself was changed by nobody.
    if (isDirty.value && keepsPast(base.value, Date.now())) edited.rebase(emptyForm)
    edited.adopt(formOf(status))
  }

  /** Takes over a status that was set from here. What was typed meanwhile stays typed, and is no conflict. */
  function follow(status: UserStatus) {
    adopt(visibleStatus(status, Date.now()))
    for (const name of Object.keys(conflicts.value)) edited.useMine(name as keyof StatusFormDraft)
  }

  function discard() {
    edited.discard()
    failure.value = undefined
    isTooLate.value = false
  }

  /** Answers whether the service has it. What was typed meanwhile stays. */
  async function save(): Promise<boolean> {
    isTooLate.value = keepsPast(draft, Date.now())
    if (isTooLate.value || !isDecided.value || isPreview.value) return false
    const { clear: _, ...said } = draft
    const sent = { ...draft }
    const edit = { ...said, clear: clearChoice(draft), base: seenStatus(base.value) }
    const isSent = await run(async () => {
      const outcome = await store.save(account, edit)
      show(outcome.now)
      const after = formOf(visibleStatus(outcome.now, Date.now()))
      if (outcome.outcome === 'conflict') return edited.adopt(after)
      const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
      edited.saved(sent, taken, after)
      say(savedWords('Status saved', outcome))
    })
    return isSent && isDecided.value
  }

  return {
    ...toRefs(draft),
    draft,
    conflicts,
    isDirty,
    isEmpty,
    isPreview,
    isDecided,
    isTooLate,
    saving,
    failure,
    save,
    discard,
    follow,
    keepTheirs: edited.keepTheirs,
    useMine: edited.useMine,
  }
}

export type StatusForm = ReturnType<typeof useStatusForm>

/** The same moment may be written in several ways. */
function same(name: string, a: unknown, b: unknown): boolean {
  if (a === b || name !== 'clear') return a === b
  return Date.parse(String(a)) === Date.parse(String(b))
}
