import { computed, shallowRef } from 'vue'
import type {
  AccountGpgKey,
  GpgKeyRenewal,
  JoinedGpgKey,
  KeptGpgKey,
} from '../../../../shared/app/gpg-keys.ts'
import { FailureError } from '../../../../shared/failure.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { gpgKeyName } from './gpg-messages.ts'
import { useAction } from '../../../data/use-action.ts'
import { useConfirm } from '../../../data/use-confirm.ts'
import type { GpgKeys } from './use-gpg-keys.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** A renewal that did not go as it should. */
export interface GpgTrouble {
  name: string
  renewal: Exclude<GpgKeyRenewal, { outcome: 'renewed' | 'unchanged' }>
}

/** Renewals of keys, of which each is a deletion and an addition, and what came of those that went wrong. */
export function useGpgRenewals(account: string, { readLists }: Pick<GpgKeys, 'readLists'>) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { say } = useToast()
  const renewing = useAction()
  const addingAgain = useAction()
  const troubles = shallowRef<GpgTrouble[]>([])
  /** Keys that may be nowhere but in this window. */
  const isKept = computed(() => troubles.value.some(({ renewal }) => 'kept' in renewal))

  async function renew(key: AccountGpgKey, newer: JoinedGpgKey) {
    const name = gpgKeyName(key.details, key.id)
    const isSure = await ask({
      title: 'Renew this GPG key?',
      text:
        `The one of this machine ${newer.news.join(', and ')}. The service cannot change a key, so Latchkey deletes ` +
        `${bidiIsolate(name)} there and adds this one at once, under a new id. Commits that are verified stay so. ` +
        'If the newer one is refused, the old one is put back.',
      confirm: 'Delete and add again',
    })
    if (!isSure) return
    const isDone = await renewing.run(async () => {
      const renewal = await latchkey(account).localGpgKeys.renew({
        key_id: key.id,
        localKeyId: newer.localKeyId,
      })
      if (renewal.outcome === 'renewed') {
        say(`${name} is renewed. It has the id ${renewal.key.id} now.`)
      } else if (renewal.outcome === 'unchanged') {
        say('The account has it as new as this machine. Nothing was changed.')
      } else troubles.value = [{ name, renewal }, ...troubles.value]
    })
    if (isDone) await readLists()
  }

  /** Adds a key that a renewal lost. */
  async function addAgain(trouble: GpgTrouble, { localKeyId }: KeptGpgKey) {
    const isDone = await addingAgain.run(async () => {
      const [result] = await latchkey(account).localGpgKeys.import({ keys: [{ localKeyId }] })
      if (result?.outcome === 'failed') throw new FailureError(result.failure)
      say(result?.outcome === 'taken' ? result.message : `${trouble.name} is on the account again.`)
    })
    if (isDone) dismiss(trouble)
    await readLists()
  }

  function dismiss(trouble: GpgTrouble) {
    troubles.value = troubles.value.filter((one) => one !== trouble)
  }

  return { renew, renewing, troubles, isKept, addAgain, addingAgain, dismiss }
}

export type GpgRenewals = ReturnType<typeof useGpgRenewals>
