import { computed, reactive, shallowRef, watch } from 'vue'
import type { UserPreferences } from '../../shared/service/current-user.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import {
  changedNames,
  changesOf,
  draftOf,
  refusedNames,
} from '../screens/preferences/preferences.ts'
import type { PreferencesDraft } from '../screens/preferences/preferences.ts'
import { useAction } from './use-action.ts'
import { useResource } from './use-resource.ts'
import { useResults } from './use-results.ts'

/** The preferences as they are on the service and as they are being edited. */
export function usePreferences(account: string) {
  const latchkey = useLatchkey()
  const { say } = useResults()
  const onService = useResource(account, () => latchkey(account).preferences.get())
  const { run, busy: saving, failure } = useAction()
  const base = shallowRef(draftOf(onService.data.value ?? {}))
  const draft = reactive<PreferencesDraft>({ ...base.value })
  const changed = computed(() => changedNames(draft, base.value))
  const isDirty = computed(() => changed.value.length > 0)

  watch(onService.data, (now) => adopt(draftOf(now ?? {})))

  /** Takes over what the service has now; what was switched beyond `was` stays. */
  function adopt(next: PreferencesDraft, was: PreferencesDraft = base.value) {
    for (const name of changedNames(next, was)) {
      if (draft[name] === was[name]) draft[name] = next[name]
    }
    base.value = next
  }

  function reset() {
    Object.assign(draft, base.value)
    failure.value = undefined
  }

  async function save() {
    const before = base.value
    const sent = { ...draft }
    await run(async () => {
      const answer = await write(sent)
      adopt(draftOf(answer), sent)
      onService.set(answer)
      if (refusedNames(sent, answer).length) {
        return say('The service did not take all of it. What it has now is shown.')
      }
      say('Preferences saved.', { label: 'Undo', run: () => saveBack(before) })
    })
  }

  async function saveBack(before: PreferencesDraft) {
    try {
      onService.set(await write(before))
      say('Preferences are as they were before.')
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
  }

  async function write(sent: PreferencesDraft): Promise<UserPreferences> {
    const { preferences } = latchkey(account)
    try {
      return await preferences.set(changesOf(sent, onService.data.value ?? {}))
    } catch (error) {
      if (failureOf(error).kind !== 'unknown-outcome') throw error
      const now = await preferences.get()
      if (refusedNames(sent, now).length) throw error
      return now
    }
  }

  return { onService, base, draft, changed, isDirty, saving, failure, save, reset }
}
