import { computed, reactive } from 'vue'
import type { EditOutcome } from '../../../shared/operations/edit-outcome.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { UserPreferences } from '../../../shared/gitlab/current-user.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { persistDraft } from '../../stores/persisted-draft.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { preferenceLabels, preferenceNames, toPreferencesDraft } from './preferences.ts'
import type { PreferenceName, PreferencesDraft } from './preferences.ts'

/** The result of the last attempt to save a preference. */
interface SaveResult {
  state: 'saved' | 'ignored' | 'failed'
  failure?: Failure
}

/** Unsaved choices; empty if the current value is shown. */
type Choices = Record<PreferenceName, 'on' | 'off' | ''>

/** Preferences that are saved as soon as they are switched. A choice is kept if saving fails. */
export function usePreferences(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account, 'preferences')
  const onService = useServiceQuery(account, 'preferences.get', {}, { cached: true })
  const inForce = computed(() => toPreferencesDraft(onService.data.value ?? {}))
  const choices = reactive(noChoices())
  const hasChoices = computed(() => preferenceNames.some((name) => choices[name] !== ''))
  const restoredAt = persistDraft(`preferences of ${account}`, choices, hasChoices)
  const results = reactive<Partial<Record<PreferenceName, SaveResult>>>({})
  const saving = reactive(new Set<PreferenceName>())
  const { run } = useAsyncAction()

  const valueOf = (name: PreferenceName) =>
    choices[name] === '' ? inForce.value[name] : choices[name] === 'on'

  /** Shows a choice immediately and saves it. */
  async function choose(name: PreferenceName, isOn: boolean): Promise<void> {
    choices[name] = isOn ? 'on' : 'off'
    await save(name)
  }

  /** Saves a choice, then any others made during the request. */
  async function save(name: PreferenceName): Promise<void> {
    if (saving.has(name)) return
    saving.add(name)
    for (let sent: Choices[PreferenceName] = ''; !['', sent].includes(choices[name]);) {
      sent = choices[name]
      await run(() => send(name, sent === 'on'), name)
      if (results[name]?.state !== 'failed' && choices[name] === sent) choices[name] = ''
    }
    saving.delete(name)
  }

  async function send(name: PreferenceName, isOn: boolean): Promise<void> {
    delete results[name]
    const base = inForce.value
    try {
      const changes = { [name]: isOn }
      showOutcome(name, base, await latchkey(account).ownPreferences.save({ base, changes }))
    } catch (error) {
      results[name] = { state: 'failed', failure: failureOf(error) }
    }
  }

  function showOutcome(
    name: PreferenceName,
    before: PreferencesDraft,
    outcome: EditOutcome<UserPreferences>,
  ): void {
    onService.set(outcome.now)
    // Conflicts don’t matter: if a switch was changed on both sides, both changes have the same result.
    const isIgnored = outcome.outcome === 'saved' && outcome.ignored.includes(name)
    results[name] = { state: isIgnored ? 'ignored' : 'saved' }
    const isOn = inForce.value[name]
    if (isOn === before[name]) return
    const others = preferenceLabels(outcome.theirs)
    const text = [
      t('preferences.savedOne', { preference: name, isOn }),
      ...(others.length > 0 ? [t('saving.changedElsewhere', { fields: others })] : []),
    ].join(' ')
    showToast(text, { label: t('common.undo'), run: () => choose(name, !isOn), isUndo: true })
  }

  /** Discards all unsaved choices. */
  function discard(): void {
    Object.assign(choices, noChoices())
    for (const name of preferenceNames) delete results[name]
  }

  return {
    onService,
    inForce,
    results,
    restoredAt,
    isSaving: (name: PreferenceName) => saving.has(name),
    valueOf,
    choose,
    save,
    discard,
  }
}

function noChoices(): Choices {
  return Object.fromEntries(preferenceNames.map((name) => [name, ''])) as Choices
}

export type Preferences = ReturnType<typeof usePreferences>
