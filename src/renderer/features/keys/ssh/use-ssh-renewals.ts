import { computed, ref, shallowRef } from 'vue'
import type { AccountSshKey, KeptSshKey, SshKeyRenewal } from '../../../../shared/app/local-keys.ts'
import { FailureError } from '../../../../shared/failure.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { changesOf, draftOf, sameDraft } from './key-draft.ts'
import type { SshKeyDraft } from './key-draft.ts'
import { useAction } from '../../../data/use-action.ts'
import { useToast } from '../../../ui/use-toast.ts'
import type { SshKeys } from './use-ssh-keys.ts'

/** A renewal that did not go as it should. */
export interface SshTrouble {
  title: string
  renewal: Exclude<SshKeyRenewal, { outcome: 'renewed' | 'unchanged' }>
}

/** Changes of keys, of which each is a deletion and an addition, and what came of those that went wrong. */
export function useSshRenewals(account: string, { readLists }: Pick<SshKeys, 'readLists'>) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const renewing = useAction()
  const addingAgain = useAction()
  const draft = ref<SshKeyDraft>()
  const open = ref<number>()
  const troubles = shallowRef<SshTrouble[]>([])
  /** Keys that are nowhere but in this window. */
  const isKept = computed(() => troubles.value.some(({ renewal }) => 'kept' in renewal))

  function begin(key: AccountSshKey) {
    open.value = key.id
    draft.value = draftOf(key)
    renewing.failure.value = undefined
  }

  function end() {
    open.value = undefined
    draft.value = undefined
  }

  const isEdited = (key: AccountSshKey) =>
    draft.value !== undefined && !sameDraft(draft.value, draftOf(key))

  async function renew(key: AccountSshKey) {
    const changed = draft.value
    if (!changed) return
    const isDone = await renewing.run(async () => {
      const renewal = await latchkey(account).localSshKeys.renew({
        key_id: key.id,
        ...changesOf(key, changed),
      })
      if (renewal.outcome === 'renewed')
        say(`${changed.title} is changed. It has the id ${renewal.key.id} now.`)
      else if (renewal.outcome === 'unchanged') say('Nothing was changed.')
      else troubles.value = [{ title: key.title, renewal }, ...troubles.value]
    })
    if (!isDone) return
    end()
    await readLists()
  }

  /** Adds a key that a renewal lost. */
  async function addAgain(trouble: SshTrouble, { localKeyId, ...kept }: KeptSshKey) {
    const { title, usage_type, expires_at } = kept
    const isDone = await addingAgain.run(async () => {
      const [result] = await latchkey(account).localSshKeys.import({
        keys: [{ localKeyId, title, usage_type, expires_at }],
      })
      if (result?.outcome === 'failed') throw new FailureError(result.failure)
      say(result?.outcome === 'taken' ? result.message : `${title} is on the account again.`)
    })
    if (isDone) dismiss(trouble)
    await readLists()
  }

  function dismiss(trouble: SshTrouble) {
    troubles.value = troubles.value.filter((one) => one !== trouble)
  }

  return {
    open,
    draft,
    begin,
    end,
    isEdited,
    renew,
    renewing,
    troubles,
    isKept,
    addAgain,
    addingAgain,
    dismiss,
  }
}

export type SshRenewals = ReturnType<typeof useSshRenewals>
