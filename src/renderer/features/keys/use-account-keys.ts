import type { Ref } from 'vue'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import type { KeyImportResult } from '../../../shared/operations/keys.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { CallError } from '../../bridge/call-error.ts'
import { failureOf } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { type AffectedUser, useConfirm } from '../../components/use-confirm.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { lastUsed } from '../../ui/time/last-used.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { AccountKey, ImportedKey, KeyLists } from './keys.ts'

interface Calls {
  list(): Promise<KeyLists>
  remove(id: number): Promise<unknown>
  /** Adds a deleted key again. Absent if that isn’t possible. */
  restore?(key: AccountKey): Promise<KeyImportResult<ImportedKey> | undefined>
}

interface Lists {
  list: { data: Readonly<Ref<KeyLists | undefined>>; set(lists: KeyLists): void }
  readLists(): Promise<unknown>
}

/** Checks and deletes keys on the account or on another user’s. */
export function useAccountKeys(
  calls: Calls,
  { list, readLists }: Lists,
  owner: AffectedUser | undefined,
  texts: { kind: 'SSH' | 'GPG'; deletion: (key: AccountKey) => MessageId },
) {
  const ask = useConfirm()
  const { showToast } = useToast()
  const checking = useAsyncAction()
  const removing = useAsyncAction()

  /** Checks that a key is still on the account. Reloads the whole list, because others may have changed, too. */
  function check({ id, name }: AccountKey): Promise<boolean> {
    return checking.run(async () => {
      const lists = await calls.list()
      list.set(lists)
      const isThere = lists.account.some((key) => key.id === id)
      showToast(t(isThere ? 'keys.stillThere' : 'keys.gone', { name }))
    }, id)
  }

  /** Deletes a key after confirmation. Returns whether it was deleted. */
  async function remove(key: AccountKey): Promise<boolean> {
    const { id, name, fingerprint, lastUsed: at, isHere: isKept } = key
    const { kind } = texts
    const facts = [fingerprint, ...lastUsed(at)].filter(Boolean).join(' · ')
    const consequences = t(texts.deletion(key), { name: bidiIsolate(name), isHere: isKept })
    const isSure = await ask({
      what: owner ? 'delete_user_key' : 'delete_own_key',
      isReversible: false,
      user: owner,
      title: t('keys.deleteTitle', { kind, name: bidiIsolate(name) }),
      text: facts ? t('keys.deleteText', { facts, consequences }) : consequences,
      confirm: t('keys.delete'),
    })
    if (!isSure) return false
    return removing.run(async () => {
      try {
        await calls.remove(id)
      } catch (error) {
        // The key may be gone despite the failure, so reload the list to find out.
        const failed = failureOf(error)
        if (failed.kind !== 'not-found' && !mayHaveHappened(failed)) throw error
        list.set(await calls.list())
        if (list.data.value?.account.some((key) => key.id === id)) throw error
      }
      const undo = { label: t('common.undo'), run: () => restore(key), isUndo: true } as const
      const text = t('keys.deleted', { kind, name: bidiIsolate(name) })
      // Without its text, which GitLab may not return, it can't be added again.
      showToast(text, calls.restore && key.text ? undo : undefined)
      await readLists()
    }, id)
  }

  /** Adds a deleted key again and reports the result. */
  async function restore(key: AccountKey): Promise<void> {
    const isDone = await removing.run(async () => {
      const result = await calls.restore?.(key)
      if (!result) throw new CallError({ kind: 'invalid', message: t('keys.unreadable') })
      if (result.outcome === 'failed') throw new CallError(result.failure)
      const name = bidiIsolate(key.name)
      showToast(result.outcome === 'taken' ? result.message : t('keys.backAgain', { name }))
      await readLists()
    }, `restore ${key.id}`)
    if (!isDone) showToast(removing.failure.value?.message ?? '')
  }

  return { checking, removing, check, remove }
}
