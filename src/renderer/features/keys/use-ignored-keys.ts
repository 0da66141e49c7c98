import { ignoredKeyName } from '../../../shared/rules/ignored-keys.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { Api, KeyKind, LocalKey } from './keys.ts'

/** Ignores local keys that don’t belong on the account, and restores them. */
export function useIgnoredKeys(
  kind: KeyKind,
  { attention }: Api,
  { readLists }: { readLists(): Promise<unknown> },
) {
  const ignoring = useAsyncAction()
  const { showToast } = useToast()
  const nameOf = ({ fingerprint = '' }: LocalKey) =>
    ignoredKeyName(kind, fingerprint.replaceAll(' ', ''))

  async function ignore(key: LocalKey) {
    const isDone = await ignoring.run(async () => {
      await attention.ignore({ key: nameOf(key) })
      await readLists()
    }, key.localKeyId)
    if (!isDone) return
    showToast(t('keys.ignored', { name: key.name }), {
      label: t('common.undo'),
      run: () => restore(key),
      isUndo: true,
    })
  }

  const restore = (key: LocalKey) =>
    ignoring.run(async () => {
      await attention.restore({ keys: [nameOf(key)] })
      await readLists()
    }, key.localKeyId)

  return { ignoring, ignore, restore }
}
