import { shallowRef, watch } from 'vue'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { draftOf, labelsOf } from './preferences.ts'
import type { PreferencesDraft } from './preferences.ts'
import { exceptionWords, fieldList, ignoredWords } from '../../data/field-list.ts'
import { useAction } from '../../data/use-action.ts'
import { useEditedDraft } from '../../data/use-edited-draft.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The preferences as they are on the service and as they are being edited. */
export function usePreferences(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const onService = useServiceQuery(account, 'preferences.get', {}, { cached: true })
  const { run, busy: saving, failure } = useAction()
  const edited = useEditedDraft<PreferencesDraft>(`preferences of ${account}`, draftOf({}))
  const { draft, base, changed, isDirty, isPreview, adopt } = edited
  /** What was saved in vain. */
  const ignored = shallowRef<readonly string[]>([])

  watch(
    onService.data,
    (now) => {
      if (now) (onService.isCached.value ? edited.preview : adopt)(draftOf(now))
    },
    { immediate: true },
  )

  function reset() {
    edited.discard()
    failure.value = undefined
    ignored.value = []
  }

  async function save() {
    if (isPreview.value) return
    const [before, sent] = [base.value, { ...draft }]
    const changes = pick(sent, changed.value)
    await run(async () => {
      const outcome = await latchkey(account).ownPreferences.save({ base: before, changes })
      // A switch has two states, so whatever both changed is the same.
      if (outcome.outcome === 'conflict') return adopt(draftOf(outcome.now))
      ignored.value = outcome.ignored
      const taken = outcome.sent.filter((name) => !outcome.ignored.includes(name))
      const after = draftOf(outcome.now)
      edited.saved(sent, taken, after)
      onService.set(outcome.now)
      const undo = { label: 'Undo', run: () => takeBack(pick(before, taken), after) }
      say(savedWords(taken, outcome), taken.length > 0 ? undo : undefined)
    })
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

  return {
    onService,
    base,
    draft,
    changed,
    isDirty,
    isPreview,
    ignored,
    saving,
    failure,
    save,
    reset,
  }
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
