import { computed, ref } from 'vue'
import { type ModerationAction, isDeletion } from '../../../shared/moderation.ts'
import { matchesConfirmation } from '../../data/matches-confirmation.ts'
import { t } from '../../ui/messages.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useLeaveGuard } from '../../data/use-confirm.ts'
import { useModeration } from '../../data/moderation/use-moderation.ts'
import type { UserSnapshot } from '../../data/moderation/use-moderation.ts'

/** The form of a moderation action: the action, its reason and its confirmation. */
export function useModerationForm(
  account: string,
  user: UserSnapshot,
  initialAction: ModerationAction,
  onDone: () => void,
) {
  const moderation = useModeration(account)
  const { run, busy, failure } = useAsyncAction()
  const action = ref(initialAction)
  const reason = ref('')
  const note = ref(false)
  const typedUsername = ref('')
  const deletesUser = computed(() => isDeletion(action.value))
  const isConfirmed = computed(
    () => !deletesUser.value || matchesConfirmation(typedUsername.value, user.username),
  )

  async function send() {
    if (!isConfirmed.value) return
    const text = reason.value.trim()
    const isQueued = await run(() =>
      moderation.enqueue(action.value, user, {
        reason: text || undefined,
        note: note.value && text !== '' && !deletesUser.value,
        // The typed name may differ from the username in invisible characters.
        confirmed: deletesUser.value ? user.username : undefined,
      }),
    )
    if (isQueued) onDone()
  }

  const hasReason = computed(() => reason.value.trim() !== '')
  useLeaveGuard(hasReason, {
    title: t('user.unsentTitle'),
    text: t('user.unsentText'),
  })

  return {
    action,
    reason,
    hasReason,
    note,
    typedUsername,
    isConfirmed,
    deletesUser,
    busy,
    failure,
    send,
  }
}
