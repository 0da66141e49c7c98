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

/** The data needed to re-add a key that a renewal lost. */
interface Backup {
  localKeyId: string
  publicKey: string
}

interface Calls {
  renew(id: number, changes: object): Promise<KeyRenewal<unknown, Backup>>
  addAgain(backup: Backup): Promise<KeyImportResult<ImportedKey>[]>
}

/** A failed renewal. */
export interface FailedRenewal {
  /** The key's name. */
  name: string
  renewal: Extract<KeyRenewal<unknown, Backup>, { failure: object }>
}

/** Renews keys by deleting and re-adding them. Keeps track of failures. */
export function useRenewals({ readLists }: { readLists(): Promise<unknown> }, calls: Calls) {
  const { showToast } = useToast()
  const renewing = useAsyncAction()
  const addingAgain = useAsyncAction()
  const failedRenewals = shallowRef<FailedRenewal[]>([])
  /** Whether this window may have the only copy of a key. */
  const mayLoseKey = computed(() => failedRenewals.value.some(({ renewal }) => 'backup' in renewal))
  const { editedIds, discardDraft, ...drafts } = useSshKeyDrafts<number>()

  /** The form for an SSH key. A renewal suggests an expiry one year from now. */
  function draftFor(id: number, settings: SshKeySettings, isRenewal: boolean): SshKeyDraft {
    const inYear = { kind: 'a-year', day: dayAfter(presetDays['a-year']) } as const
    return drafts.draftFor(id, { ...toKeyDraft(settings), ...(isRenewal && { expiry: inYear }) })
  }

  /** Returns whether the renewal succeeded. If not, it is listed as failed. */
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

  /** Re-adds a key that a renewal lost. */
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

/** The toast text after a renewal. */
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
