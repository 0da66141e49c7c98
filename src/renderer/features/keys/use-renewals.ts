import { computed, reactive, shallowRef } from 'vue'
import type { KeyRenewal } from '../../../shared/app/keys.ts'
import { CallError } from '../../data/call-error.ts'
import { dayAfter, presetDays } from '../../data/expiry-choice.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyKind, KeyTypes } from './key-kind.ts'
import { isSameDraft, toKeyDraft } from './ssh/key-draft.ts'
import type { SshKeyDraft, SshKeySettings } from './ssh/key-draft.ts'
import type { AccountKey } from './use-account-keys.ts'
import type { KeyListsState } from './use-key-lists.ts'

type Backup = KeyTypes['backup']

/** A renewal that failed. */
export interface FailedRenewal {
  /** The key's name. */
  name: string
  renewal: Extract<KeyRenewal<unknown, Backup>, { failure: object }>
}

/** Renewals of keys, each a deletion and an addition, and those that failed. */
export function useRenewals(account: string, kind: KeyKind, { readLists }: KeyListsState) {
  const { showToast } = useToast()
  const calls = kind.own(useLatchkey()(account))
  const renewing = useAsyncAction()
  const addingAgain = useAsyncAction()
  const failedRenewals = shallowRef<FailedRenewal[]>([])
  /** Whether a key may exist only in this window. */
  const mayLoseKey = computed(() => failedRenewals.value.some(({ renewal }) => 'backup' in renewal))
  const { draftFor, discardDraft, isEdited } = useChangeDrafts()

  /** Returns whether the renewal has a result; one that failed is listed. */
  async function renew({ id, name }: AccountKey, changes: object): Promise<boolean> {
    const isDone = await renewing.run(async () => {
      const renewal = await calls.renew(id, changes)
      if ('failure' in renewal) failedRenewals.value = [{ name, renewal }, ...failedRenewals.value]
      else showToast(t(renewal.outcome === 'renewed' ? 'keys.replaced' : 'keys.notChanged'))
    }, id)
    if (!isDone) return false
    discardDraft(id)
    await readLists()
    return true
  }

  /** Adds a key that a renewal lost. */
  async function addAgain(renewal: FailedRenewal, backup: Backup) {
    const isDone = await addingAgain.run(async () => {
      const [result] = await calls.import([kind.backupToChoice(backup)])
      if (result?.outcome === 'failed') throw new CallError(result.failure)
      const { name } = renewal
      showToast(result?.outcome === 'taken' ? result.message : t('keys.backAgain', { name }))
    }, renewal)
    if (isDone) dismiss(renewal)
    await readLists()
  }

  function dismiss(renewal: FailedRenewal) {
    failedRenewals.value = failedRenewals.value.filter((other) => other !== renewal)
  }

  return {
    draftFor,
    discardDraft,
    isEdited,
    renew,
    renewing,
    failedRenewals,
    mayLoseKey,
    addAgain,
    addingAgain,
    dismiss,
  }
}

export type Renewals = ReturnType<typeof useRenewals>

/** The changes to keys that are being filled in, kept while the form is closed. */
function useChangeDrafts() {
  const drafts = reactive(new Map<number, { draft: SshKeyDraft; initial: SshKeyDraft }>())

  /** The form of a key; for a renewal, it begins with an expiry in a year. */
  function draftFor(id: number, settings: SshKeySettings, isRenewal: boolean): SshKeyDraft {
    if (!drafts.has(id)) {
      const initial = toKeyDraft(settings)
      if (isRenewal) initial.expiry = { kind: 'a-year', day: dayAfter(presetDays['a-year']) }
      drafts.set(id, { draft: { ...initial }, initial })
    }
    return drafts.get(id)!.draft
  }

  return {
    draftFor,
    discardDraft: (id: number) => void drafts.delete(id),
    isEdited: computed(() =>
      [...drafts.values()].some(({ draft, initial }) => !isSameDraft(draft, initial)),
    ),
  }
}
