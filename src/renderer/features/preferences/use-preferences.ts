import { shallowRef, watch } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { draftOf, labelsOf } from './preferences.ts'
import type { PreferencesDraft } from './preferences.ts'
import type { Fields } from '../../data/form-field.ts'
import { useForm } from '../../data/use-form.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The preferences as they are on the service and as they are being edited. */
export function usePreferences(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const onService = useServiceQuery(account, 'preferences.get', {}, { cached: true })
  const form = useForm<PreferencesDraft>({
    key: `preferences of ${account}`,
    from: draftOf({}),
    fields: ownFields,
    submit: save,
  })
  const { base, changed, adopt } = form
  /** The preferences that the service ignored. */
  const ignored = shallowRef<readonly string[]>([])

  watch(
    onService.data,
    (now) => {
      if (now) (onService.isCached.value ? form.preview : adopt)(draftOf(now))
    },
    { immediate: true },
  )

  function reset() {
    form.reset()
    ignored.value = []
  }

  async function save(sent: PreferencesDraft): Promise<void> {
    const before = base.value
    const changes = pick(sent, changed.value)
    const outcome = await latchkey(account).ownPreferences.save({ base: before, changes })
    // A switch has two states, so a change on both sides has the same result.
    if (outcome.outcome === 'conflict') return adopt(draftOf(outcome.now))
    ignored.value = outcome.ignored
    const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    const after = draftOf(outcome.now)
    form.saved(sent, taken, after)
    onService.set(outcome.now)
    const undo = { label: t('common.undo'), run: () => restore(pick(before, taken), after) }
    say(savedMessage(taken, outcome), taken.length > 0 ? undo : undefined)
  }

  async function restore(changes: Partial<PreferencesDraft>, after: PreferencesDraft) {
    try {
      const outcome = await latchkey(account).ownPreferences.undo({ base: after, changes })
      onService.set(outcome.now)
      const fields = labelsOf(outcome.ignored)
      say(fields.length > 0 ? t('saving.notUndone', { fields }) : t('saving.undone'))
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  return { onService, form: { ...form, reset }, ignored }
}

/** The preferences that show their own errors. That of the closed section stands below the form. */
const ownFields: Fields = {
  view_diffs_file_by_file: { kind: 'own' },
  show_whitespace_in_diffs: { kind: 'own' },
  policy_advanced_editor: { kind: 'own' },
}

function savedMessage(
  taken: readonly string[],
  { ignored, theirs }: { ignored: readonly string[]; theirs: readonly string[] },
): string {
  const [fields, others] = [labelsOf(ignored), labelsOf(theirs)]
  const except = taken.length > 0 ? 'preferences.savedExcept' : 'saving.notSaved'
  return [
    fields.length > 0 ? t(except, { fields, count: fields.length }) : t('preferences.saved'),
    ...(others.length > 0 ? [t('saving.changedElsewhere', { fields: others })] : []),
  ].join(' ')
}

function pick(draft: PreferencesDraft, names: readonly string[]): Partial<PreferencesDraft> {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}
