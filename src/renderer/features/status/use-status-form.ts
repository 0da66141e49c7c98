import { watch } from 'vue'
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
import type { FieldErrors, Fields } from '../../data/form-field.ts'
import { useForm } from '../../data/use-form.ts'
import { statusMessageLimit } from '../../../shared/limits.ts'
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
  const form = useForm<StatusFormDraft>({
    key: `status of ${account}`,
    what: 'Your status',
    from: formOf(current.value),
    same,
    fields,
    check: draftErrors,
    submit: save,
  })
  const { base, isDirty, conflicts } = form

  watch([current, read], () => {
    if (!read.value) return
    if (isCached.value) form.preview(formOf(current.value))
    else adopt(current.value)
  })

  /** Takes over what the service has now, but for what was typed. */
  function adopt(status: UserStatus | undefined) {
    // A status that ended by itself was changed by nobody.
    if (isDirty.value && keepsPast(base.value, Date.now())) form.rebase(emptyForm)
    form.adopt(formOf(status))
  }

  /** Takes over a status that was set from here. What was typed meanwhile stays typed, and is no conflict. */
  function follow(status: UserStatus) {
    adopt(visibleStatus(status, Date.now()))
    for (const name of Object.keys(conflicts.value)) form.useMine(name as keyof StatusFormDraft)
  }

  async function save(sent: StatusFormDraft): Promise<void> {
    const { clear: _, ...said } = sent
    const edit = { ...said, clear: clearChoice(sent), base: seenStatus(base.value) }
    const outcome = await store.save(account, edit)
    show(outcome.now)
    const after = formOf(visibleStatus(outcome.now, Date.now()))
    if (outcome.outcome === 'conflict') return form.adopt(after)
    const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    form.saved(sent, taken, after)
    say(savedWords('Status saved', outcome))
  }

  return { ...form, follow }
}

const fields: Fields = {
  emoji: { kind: 'own' },
  message: {
    kind: 'text',
    label: 'Message',
    placeholder: 'What’s happening?',
    limit: statusMessageLimit,
    counts: true,
  },
  busy: {
    kind: 'switch',
    label: 'Busy',
    hint: 'Shown beside your name where others pick a reviewer.',
  },
  clear: { kind: 'own' },
}

function draftErrors(draft: StatusFormDraft): FieldErrors {
  const { emoji, message, busy } = draft
  return {
    ...(!emoji &&
      !message.trim() &&
      !busy && { message: ['say something first, or pick an emoji'] }),
    // The time that was to be kept is over by now.
    ...(keepsPast(draft, Date.now()) && { clear: ['is over'] }),
  }
}

export type StatusForm = ReturnType<typeof useStatusForm>

/** The same moment may be written in several ways. */
function same(name: string, a: unknown, b: unknown): boolean {
  if (a === b || name !== 'clear') return a === b
  return Date.parse(String(a)) === Date.parse(String(b))
}
