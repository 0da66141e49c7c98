import { computed, shallowRef } from 'vue'
import type { KeyImportResult, KeyRenewal } from '../../../shared/operations/keys.ts'
import { CallError } from '../../bridge/call-error.ts'
import { dayAfter, presetDays } from '../../forms/expiry-choice.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { fullDay } from '../../ui/time/moments.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { AccountKey, ImportedKey } from './keys.ts'
import { toKeyDraft, useSshKeyDrafts } from './ssh/key-draft.ts'
import type { SshKeyDraft, SshKeySettings } from './ssh/key-draft.ts'

/** The data to re-add a key lost in a renewal. */
interface Backup {
  localKeyId: string
  publicKey: string
}

interface Calls {
  renew(id: number, changes: object): Promise<KeyRenewal<unknown, Backup>>
  addAgain(backup: Backup): Promise<KeyImportResult<ImportedKey>[]>
}

/** A renewal that failed. */
export interface FailedRenewal {
  /** The key's name. */
  name: string
  renewal: Extract<KeyRenewal<unknown, Backup>, { failure: object }>
}

/** Key renewals, each a deletion and an addition, and the failed ones. */
export function useRenewals({ readLists }: { readLists(): Promise<unknown> }, calls: Calls) {
  const { showToast } = useToast()
  const renewing = useAsyncAction()
  const addingAgain = useAsyncAction()
  const failedRenewals = shallowRef<FailedRenewal[]>([])
  /** Whether a key may exist only in this window. */
  const mayLoseKey = computed(() => failedRenewals.value.some(({ renewal }) => 'backup' in renewal))
  const { editedIds, discardDraft, ...drafts } = useSshKeyDrafts<number>()

  /** The form of an SSH key; for a renewal, with an expiry in a year. */
  function draftFor(id: number, settings: SshKeySettings, isRenewal: boolean): SshKeyDraft {
    const inYear = { kind: 'a-year', day: dayAfter(presetDays['a-year']) } as const
    return drafts.draftFor(id, { ...toKeyDraft(settings), ...(isRenewal && { expiry: inYear }) })
  }

  /** Returns whether the renewal succeeded; a failed one is listed. */
  async function renew({ id, name }: AccountKey, changes: object): Promise<boolean> {
    const isDone = await renewing.run(async () => {
      const renewal = await calls.renew(id, changes)
      if ('failure' in renewal) failedRenewals.value = [{ name, renewal }, ...failedRenewals.value]
      else {
        showToast(renewalToast(name, renewal.outcome, changes))
      }
    }, id)
    if (!isDone) return false
    discardDraft(id)
    await readLists()
    return true
  }

  /** Re-adds a key lost in a renewal. */
  async function addAgain(renewal: FailedRenewal, backup: Backup) {
    const isDone = await addingAgain.run(async () => {
      const [result] = await calls.addAgain(backup)
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
    isEdited: computed(() => editedIds.value.length > 0),
    renew,
    renewing,
    failedRenewals,
    mayLoseKey,
    addAgain,
    addingAgain,
    dismiss,
  }
}

/** The text of the toast after a renewal. */
export function renewalToast(
  keyName: string,
  outcome: 'renewed' | 'unchanged',
  { expires_at: end }: { expires_at?: string | null },
): string {
  const name = bidiIsolate(keyName)
  if (outcome !== 'renewed') return t('keys.notChangedNamed', { name })
  return end
    ? t('keys.renewedUntil', { name, date: fullDay(end) })
    : t('keys.replacedNamed', { name })
}

export type Renewals = ReturnType<typeof useRenewals>
