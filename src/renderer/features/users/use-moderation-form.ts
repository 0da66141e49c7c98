import { computed, ref } from 'vue'
import { type ModerationAction, isDeletion } from '../../../shared/moderation.ts'
import { matchesConfirmation } from '../../data/matches-confirmation.ts'
import { useAction } from '../../data/use-action.ts'
import { useLeaveGuard } from '../../data/use-leave-guard.ts'
import { useModeration } from '../../data/moderation/use-moderation.ts'
import type { SeenPerson } from '../../data/moderation/use-moderation.ts'

/** An action on a person that is about to be ordered: which, why, and whether it is meant. */
export function useModerationForm(
  account: string,
  person: SeenPerson,
  chosen: ModerationAction,
  onDone: () => void,
) {
  const moderation = useModeration(account)
  const { run, busy, failure } = useAction()
  const action = ref(chosen)
  const reason = ref('')
  const note = ref(false)
  const typed = ref('')
  const endsIt = computed(() => isDeletion(action.value))
  const isTyped = computed(() => !endsIt.value || matchesConfirmation(typed.value, person.username))

  async function send() {
    if (!isTyped.value) return
    const words = reason.value.trim()
    const isOrdered = await run(() =>
      moderation.enqueue(action.value, person, {
        reason: words || undefined,
        note: note.value && words !== '' && !endsIt.value,
        // What was typed differs at most in what nobody sees.
        confirmed: endsIt.value ? person.username : undefined,
      }),
    )
    if (isOrdered) onDone()
  }

  const isWritten = computed(() => reason.value.trim() !== '')
  useLeaveGuard(isWritten, 'The reason', {
    title: 'Leave without ordering?',
    text: 'Nothing was ordered, and the reason that you typed is lost.',
  })

  return { action, reason, isWritten, note, typed, isTyped, endsIt, busy, failure, send }
}
