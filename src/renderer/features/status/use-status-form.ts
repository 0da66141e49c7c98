import { type Ref, ref, watch } from 'vue'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import {
  type StatusFormDraft,
  clearChoice,
  emptyForm,
  exactMoment,
  expectedStatus,
  formOf,
  endsTooLate,
  keepsPast,
  originalStatus,
  visibleStatus,
} from '../../components/status/draft.ts'
import { statusSavedMessage } from '../../components/status/status-messages.ts'
import { useStatusWrite } from '../../components/status/status-writes.ts'
import type { FieldErrors } from '../../forms/form-field.ts'
import { statusFields } from './status-fields.ts'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

interface LoadedStatus {
  /** GitLab’s last response; undefined before the first one. */
  loaded: Ref<UserStatus | undefined>
  /** The current status; undefined if there is none. */
  current: Ref<UserStatus | undefined>
  /** Whether the status is from the cache. */
  isCached: Ref<boolean>
  /** Whether Latchkey set the status. */
  isWritten: Ref<boolean>
}

/** The status form. It keeps typed values even if saving fails or the status changes elsewhere. */
export function useStatusForm(account: string, source: LoadedStatus) {
  const { loaded, current, isCached, isWritten } = source
  const write = useStatusWrite(account)
  const { showToast } = useToast(account, 'status')
  const form = useForm<StatusFormDraft>({
    key: `status of ${account}`,
    from: formOf(current.value),
    same: isSameValue,
    fields: { ...statusFields(), clear: { kind: 'own' } },
    check: draftErrors,
    submit: save,
  })
  const { base, busy, isDirty, conflicts } = form
  /** Whether Latchkey set another status, for example from the palette, since these values were typed. */
  const isOutdated = ref(false)
  watch(isDirty, () => (isOutdated.value = false))

  watch([current, loaded], () => {
    if (!loaded.value) return
    if (isCached.value) return form.preview(formOf(current.value))
    // If the status has expired, that isn’t a conflicting change.
    if (isDirty.value && keepsPast(base.value, currentTime())) form.rebase(emptyForm)
    form.adopt(formOf(current.value))
    // A status set by Latchkey doesn’t conflict with edits.
    if (!isWritten.value) return
    for (const name of Object.keys(conflicts.value)) form.useMine(name as keyof StatusFormDraft)
    // The form’s own save also changes the status.
    if (isDirty.value && !busy.value) isOutdated.value = true
  })

  async function save(sent: StatusFormDraft): Promise<void> {
    const { clear: _, ...values } = sent
    const endsAt = exactMoment(sent.clear)
    const edit = () => ({
      ...values,
      clear: clearChoice(sent, currentTime()),
      ...(endsAt !== undefined && { endsAt }),
      // An earlier write may have changed what the form is based on.
      base: originalStatus(base.value),
    })
    const outcome = await write(expectedStatus(edit(), currentTime()), ({ ownStatus }) =>
      ownStatus.save(edit()),
    )
    // The screen itself shows the waiting status.
    if (outcome.outcome === 'queued') return form.reset()
    const after = formOf(visibleStatus(outcome.now, currentTime()))
    if (outcome.outcome === 'conflict') return form.adopt(after)
    const saved = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    form.saved(sent, saved, after)
    showToast(statusSavedMessage('saved', { ...outcome, endsAt }))
  }

  return { ...form, isOutdated }
}

function draftErrors(draft: StatusFormDraft): FieldErrors {
  const { emoji, message, busy } = draft
  return {
    ...(!emoji && !message.trim() && !busy && { message: [t('status.required')] }),
    // The kept expiry has passed.
    ...(keepsPast(draft, currentTime()) && { clear: [t('status.timePassed')] }),
    ...(endsTooLate(draft, currentTime()) && { clear: [t('status.timeTooLate')] }),
  }
}

export type StatusForm = ReturnType<typeof useStatusForm>

/** Compares timestamps by value, because the same time can be written in several ways. */
function isSameValue(name: string, a: unknown, b: unknown): boolean {
  if (a === b || name !== 'clear') return a === b
  return Date.parse(String(a)) === Date.parse(String(b))
}
