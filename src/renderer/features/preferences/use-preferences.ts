import { shallowRef, watch } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { toPreferencesDraft, labelsFor } from './preferences.ts'
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
    from: toPreferencesDraft({}),
    fields: ownFields,
    submit: save,
  })
  const { base, changed, adopt } = form
  /** The preferences that the service ignored. */
  const ignoredNames = shallowRef<readonly string[]>([])

  watch(
    onService.data,
    (now) => {
      if (now) (onService.isCached.value ? form.preview : adopt)(toPreferencesDraft(now))
    },
    { immediate: true },
  )

  function reset() {
    form.reset()
    ignoredNames.value = []
  }

  async function save(sent: PreferencesDraft): Promise<void> {
    const before = base.value
    const changes = pick(sent, changed.value)
    const outcome = await latchkey(account).ownPreferences.save({ base: before, changes })
    // A switch has two states, so a change on both sides has the same result.
    if (outcome.outcome === 'conflict') return adopt(toPreferencesDraft(outcome.now))
    ignoredNames.value = outcome.ignored
    const savedNames = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    const after = toPreferencesDraft(outcome.now)
    form.saved(sent, savedNames, after)
    onService.set(outcome.now)
    const undo = { label: t('common.undo'), run: () => restore(pick(before, savedNames), after) }
    say(savedMessage(savedNames, outcome), savedNames.length > 0 ? undo : undefined)
  }

  async function restore(changes: Partial<PreferencesDraft>, after: PreferencesDraft) {
    try {
      const outcome = await latchkey(account).ownPreferences.undo({ base: after, changes })
      onService.set(outcome.now)
      const fields = labelsFor(outcome.ignored)
      say(fields.length > 0 ? t('saving.notUndone', { fields }) : t('saving.undone'))
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  return { onService, form: { ...form, reset }, ignoredNames }
}

/** The switches show their own errors, except the one in the collapsed section. */
const ownFields: Fields = {
  view_diffs_file_by_file: { kind: 'own' },
  show_whitespace_in_diffs: { kind: 'own' },
  policy_advanced_editor: { kind: 'own' },
}

function savedMessage(
  savedNames: readonly string[],
  { ignored, theirs }: { ignored: readonly string[]; theirs: readonly string[] },
): string {
  const [fields, others] = [labelsFor(ignored), labelsFor(theirs)]
  const except = savedNames.length > 0 ? 'preferences.savedExcept' : 'saving.notSaved'
  return [
    fields.length > 0 ? t(except, { fields, count: fields.length }) : t('preferences.saved'),
    ...(others.length > 0 ? [t('saving.changedElsewhere', { fields: others })] : []),
  ].join(' ')
}

function pick(draft: PreferencesDraft, names: readonly string[]): Partial<PreferencesDraft> {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}
