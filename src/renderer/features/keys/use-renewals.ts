import { computed, ref, shallowRef } from 'vue'
import type { KeyRenewal } from '../../../shared/app/keys.ts'
import { CallError } from '../../data/call-error.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAction } from '../../data/use-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyTypes } from './key-kind.ts'
import type { AccountKey } from './use-account-keys.ts'
import type { Keys } from './use-keys.ts'

type Kept = KeyTypes['kept']

/** A renewal that did not go as it should. */
export interface Trouble {
  /** What the key is called. */
  name: string
  renewal: Extract<KeyRenewal<unknown, Kept>, { failure: object }>
}

/** Renewals of keys, of which each is a deletion and an addition, and what came of those that went wrong. */
export function useRenewals({ kind, account, readLists }: Keys) {
  const { say } = useToast()
  const calls = kind.own(useLatchkey()(account))
  const renewing = useAction()
  const addingAgain = useAction()
  /** ID of the key whose change is being filled in. */
  const open = ref<number>()
  const troubles = shallowRef<Trouble[]>([])
  /** Whether a key may be nowhere but in this window. */
  const isKept = computed(() => troubles.value.some(({ renewal }) => 'kept' in renewal))

  /** Opens the form of a key, or closes the one that is open. */
  function edit(id?: number) {
    open.value = id
    renewing.failure.value = undefined
  }

  async function renew({ id, name }: AccountKey, changes: KeyTypes['changes']) {
    const isDone = await renewing.run(async () => {
      const renewal = await calls.renew(id, changes)
      if ('failure' in renewal) troubles.value = [{ name, renewal }, ...troubles.value]
      else say(renewal.outcome === 'renewed' ? 'Key replaced.' : 'Nothing was changed.')
    })
    if (!isDone) return
    edit()
    await readLists()
  }

  /** Adds a key that a renewal lost. */
  async function addAgain(trouble: Trouble, kept: Kept) {
    const isDone = await addingAgain.run(async () => {
      const [result] = await calls.import([kind.choiceAgain(kept)])
      if (result?.outcome === 'failed') throw new CallError(result.failure)
      say(result?.outcome === 'taken' ? result.message : `${trouble.name} is on the account again.`)
    })
    if (isDone) dismiss(trouble)
    await readLists()
  }

  function dismiss(trouble: Trouble) {
    troubles.value = troubles.value.filter((one) => one !== trouble)
  }

  return {
    open,
    edit,
    renew,
    renewing,
    troubles,
    isKept,
    addAgain,
    addingAgain,
    dismiss,
    /** What failed; a form that is open says so itself. */
    actions: computed(() => (open.value === undefined ? [addingAgain, renewing] : [addingAgain])),
  }
}

export type Renewals = ReturnType<typeof useRenewals>
