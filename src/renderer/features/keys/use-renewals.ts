import { computed, ref, shallowRef } from 'vue'
import type { KeyRenewal } from '../../../shared/app/keys.ts'
import { CallError } from '../../data/call-error.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyTypes } from './key-kind.ts'
import type { AccountKey } from './use-account-keys.ts'
import type { Keys } from './use-keys.ts'

type Backup = KeyTypes['backup']

/** A renewal that failed. */
export interface FailedRenewal {
  /** The key's name. */
  name: string
  renewal: Extract<KeyRenewal<unknown, Backup>, { failure: object }>
}

/** Renewals of keys, each a deletion and an addition, and those that failed. */
export function useRenewals({ kind, account, readLists }: Keys) {
  const { say } = useToast()
  const calls = kind.own(useLatchkey()(account))
  const renewing = useAsyncAction()
  const addingAgain = useAsyncAction()
  /** ID of the key whose form is open. */
  const openKeyId = ref<number>()
  const failedRenewals = shallowRef<FailedRenewal[]>([])
  /** Whether a key may exist only in this window. */
  const mayLoseKey = computed(() => failedRenewals.value.some(({ renewal }) => 'backup' in renewal))

  /** Opens the form of a key, or closes the one that is open. */
  function edit(id?: number) {
    openKeyId.value = id
    renewing.failure.value = undefined
  }

  async function renew({ id, name }: AccountKey, changes: KeyTypes['changes']) {
    const isDone = await renewing.run(async () => {
      const renewal = await calls.renew(id, changes)
      if ('failure' in renewal) failedRenewals.value = [{ name, renewal }, ...failedRenewals.value]
      else say(t(renewal.outcome === 'renewed' ? 'keys.replaced' : 'keys.notChanged'))
    })
    if (!isDone) return
    edit()
    await readLists()
  }

  /** Adds a key that a renewal lost. */
  async function addAgain(renewal: FailedRenewal, backup: Backup) {
    const isDone = await addingAgain.run(async () => {
      const [result] = await calls.import([kind.backupToChoice(backup)])
      if (result?.outcome === 'failed') throw new CallError(result.failure)
      const { name } = renewal
      say(result?.outcome === 'taken' ? result.message : t('keys.backAgain', { name }))
    })
    if (isDone) dismiss(renewal)
    await readLists()
  }

  function dismiss(renewal: FailedRenewal) {
    failedRenewals.value = failedRenewals.value.filter((other) => other !== renewal)
  }

  return {
    openKeyId,
    edit,
    renew,
    renewing,
    failedRenewals,
    mayLoseKey,
    addAgain,
    addingAgain,
    dismiss,
    /** Actions whose failures are shown above the list; an open form shows its own. */
    actions: computed(() =>
      openKeyId.value === undefined ? [addingAgain, renewing] : [addingAgain],
    ),
  }
}

export type Renewals = ReturnType<typeof useRenewals>
