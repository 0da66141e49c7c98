import { computed, reactive, ref, toRefs } from 'vue'
import { type IrreversibleAction, isDeletion } from '../../../shared/rules/moderation.ts'
import { confirmationOf, matchesPhrase } from '../../components/confirmation-rule.ts'
import { useAsyncAction, useEditReset } from '../../bridge/use-async-action.ts'
import { persistDraft } from '../../stores/persisted-draft.ts'
import { type UserSnapshot, useModeration } from '../../components/moderation/use-moderation.ts'

/** The form for an irreversible action, with a reason and a confirmation. */
export function useModerationForm(
  account: string,
  user: UserSnapshot,
  initialAction: IrreversibleAction,
  onDone: () => void,
) {
  const moderation = useModeration(account)
  const { run, busy, failure } = useAsyncAction()
  const action = ref(initialAction)
  const draft = reactive({ reason: '', note: false })
  const { reason, note } = toRefs(draft)
  useEditReset(failure, [action, () => draft])
  const typed = ref('')
  const deletesUser = computed(() => isDeletion(action.value))
  const phrase = computed(
    () =>
      confirmationOf({ what: action.value, isReversible: false, username: user.username })?.typed,
  )
  const isConfirmed = computed(
    () => phrase.value === undefined || matchesPhrase(typed.value, phrase.value),
  )

  async function send() {
    if (!isConfirmed.value) return
    const text = reason.value.trim()
    const isQueued = await run(() =>
      moderation.enqueue(action.value, user, {
        reason: text || undefined,
        note: note.value && text !== '' && !deletesUser.value,
        confirmed: deletesUser.value ? user.username : undefined,
      }),
    )
    if (!isQueued) return
    discardDraft()
    onDone()
  }

  const hasReason = computed(() => reason.value.trim() !== '')
  const restoredAt = persistDraft(
    `reason to ${initialAction} ${user.id} by ${account}`,
    draft,
    hasReason,
  )

  function discardDraft() {
    Object.assign(draft, { reason: '', note: false })
  }

  return {
    action,
    reason,
    hasReason,
    restoredAt,
    discardDraft,
    note,
    typed,
    phrase,
    isConfirmed,
    deletesUser,
    busy,
    failure,
    send,
  }
}
