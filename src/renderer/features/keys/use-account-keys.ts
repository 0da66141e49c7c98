import { computed } from 'vue'
import type { Ref } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import { failureOf } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { type QuestionedUser, useConfirm } from '../../data/use-confirm.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyKind, KeyLists, KeyTypes, AccountKeySummary } from './key-kind.ts'
import type { KeyListsState } from './use-key-lists.ts'

/** A key of an account, as its row shows it. */
export type AccountKey = AccountKeySummary & {
  id: number
  /** The public key. */
  text: string
  isReadable: boolean
  /** Whether this computer has it, or only a file or text that was added by hand. */
  isHere: boolean | 'added'
}

/** The keys of an account or of another user, which can be checked again and deleted. */
export function useAccountKeys(
  kind: KeyKind,
  { list, lists, calls, readLists }: KeyListsState,
  now: Ref<number>,
  owner?: QuestionedUser,
) {
  const ask = useConfirm()
  const { showToast } = useToast()
  const checking = useAsyncAction()
  const removing = useAsyncAction()

  const toAccountKey = (key: KeyTypes['account'], { local }: KeyLists): AccountKey => ({
    ...kind.summarizeAccountKey(key, local, now.value),
    id: key.id,
    text: key.key,
    isReadable: key.details !== undefined,
    isHere: isHere(key.localKeyIds, local),
  })
  const accountKeys = computed(() => {
    const loaded = lists.value
    return loaded ? loaded.account.map((key) => toAccountKey(key, loaded)) : []
  })

  /** Checks that a key is still on the account, and shows it as it is now. */
  function check({ id, name }: AccountKey): Promise<boolean> {
    return checking.run(async () => {
      try {
        const current = await calls.get(id)
        const { account = [], local = [] } = list.data.value ?? {}
        list.set({
          account: account.map((key) => (key.id === id ? { ...key, ...current } : key)),
          local,
        })
        showToast(t('keys.stillThere', { name }))
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        await readLists()
        showToast(t('keys.gone', { name }))
      }
    }, id)
  }

  /** Returns whether it was deleted. */
  async function remove({ id, name }: AccountKey): Promise<boolean> {
    const isSure = await ask({
      what: owner ? 'delete_user_key' : 'delete_own_key',
      isReversible: false,
      user: owner,
      title: t('keys.deleteTitle', { kind: kind.name }),
      text: t(kind.texts.deletion, { name: bidiIsolate(name) }),
      confirm: t('keys.delete'),
    })
    if (!isSure) return false
    return removing.run(async () => {
      try {
        await calls.remove(id)
      } catch (error) {
        // It was gone already, or the answer was lost, so the list is read to find out.
        const failed = failureOf(error)
        if (failed.kind !== 'not-found' && !mayHaveHappened(failed)) throw error
        list.set(await calls.list())
        if (list.data.value?.account.some((key) => key.id === id)) throw error
      }
      showToast(t('keys.deleted', { name }))
      await readLists()
    }, id)
  }

  return { accountKeys, checking, removing, check, remove }
}

function isHere(ids: readonly string[], local: KeyLists['local']): AccountKey['isHere'] {
  const copies = local.filter(({ localKeyId }) => ids.includes(localKeyId))
  // The list may be older than a key.
  if (copies.some(({ isAdded }) => !isAdded)) return true
  return copies.length > 0 ? 'added' : ids.length > 0
}
