import { shallowRef, watch } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { draftOf, labelsOf } from './preferences.ts'
import type { PreferencesDraft } from './preferences.ts'
import { exceptionWords, fieldList, ignoredWords } from '../../data/field-list.ts'
import type { Fields } from '../../data/form-field.ts'
import { useForm } from '../../data/use-form.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The preferences as they are on the service and as they are being edited. */
export function usePreferences(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const onService = useServiceQuery(account, 'preferences.get', {}, { cached: true })
  const form = useForm<PreferencesDraft>({
    key: `preferences of ${account}`,
    what: 'What you switched',
    from: draftOf({}),
    fields: ownFields,
    submit: save,
  })
  const { base, changed, adopt } = form
  /** What was saved in vain. */
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
    // A switch has two states, so whatever both changed is the same.
    if (outcome.outcome === 'conflict') return adopt(draftOf(outcome.now))
    ignored.value = outcome.ignored
    const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
    const after = draftOf(outcome.now)
    form.saved(sent, taken, after)
    onService.set(outcome.now)
    const undo = { label: 'Undo', run: () => takeBack(pick(before, taken), after) }
    say(savedWords(taken, outcome), taken.length > 0 ? undo : undefined)
  }

  async function takeBack(changes: Partial<PreferencesDraft>, after: PreferencesDraft) {
    try {
      const outcome = await latchkey(account).ownPreferences.undo({ base: after, changes })
      onService.set(outcome.now)
      const { ignored: kept } = outcome
      say(kept.length > 0 ? `Not undone: ${ignoredWords(labelsOf(kept))}.` : 'Undone.')
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  return { onService, form: { ...form, reset }, ignored }
}

/** Those that always say what is wrong with them; what lies in a closed part says it below the form. */
const ownFields: Fields = {
  view_diffs_file_by_file: { kind: 'own' },
  show_whitespace_in_diffs: { kind: 'own' },
  policy_advanced_editor: { kind: 'own' },
}

function savedWords(
  taken: readonly string[],
  { ignored, theirs }: { ignored: readonly string[]; theirs: readonly string[] },
): string {
  const [dropped, others] = [labelsOf(ignored), labelsOf(theirs)]
  const saved =
    dropped.length > 0 ? `Preferences saved, ${exceptionWords(dropped)}.` : 'Preferences saved.'
  return [
    taken.length === 0 && dropped.length > 0 ? `Not saved: ${ignoredWords(dropped)}.` : saved,
    ...(others.length > 0 ? [`Changed elsewhere meanwhile: ${fieldList(others)}.`] : []),
  ].join(' ')
}

function pick(draft: PreferencesDraft, names: readonly string[]): Partial<PreferencesDraft> {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}
