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
  chosen: ModerationAction,
  onDone: () => void,
) {
  const moderation = useModeration(account)
  const { run, busy, failure } = useAsyncAction()
  const action = ref(chosen)
  const reason = ref('')
  const note = ref(false)
  const typed = ref('')
  const endsIt = computed(() => isDeletion(action.value))
  const isTyped = computed(() => !endsIt.value || matchesConfirmation(typed.value, user.username))

  async function send() {
    if (!isTyped.value) return
    const text = reason.value.trim()
    const isQueued = await run(() =>
      moderation.enqueue(action.value, user, {
        reason: text || undefined,
        note: note.value && text !== '' && !endsIt.value,
        // The typed name may differ from the username in invisible characters.
        confirmed: endsIt.value ? user.username : undefined,
      }),
    )
    if (isQueued) onDone()
  }

  const isWritten = computed(() => reason.value.trim() !== '')
  useLeaveGuard(isWritten, {
    title: t('user.unsentTitle'),
    text: t('user.unsentText'),
  })

  return { action, reason, isWritten, note, typed, isTyped, endsIt, busy, failure, send }
}
