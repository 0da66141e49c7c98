import { computed } from 'vue'
import { gpgKeyKind } from './gpg/gpg-key-kind.ts'
import { useKeyImport } from './use-key-import.ts'
import { useKeyLists } from './use-key-lists.ts'
import { useLocalKeys } from './use-local-keys.ts'
import { sshKeyKind } from './ssh/ssh-key-kind.ts'

/**
 * Imports all keys of this computer that an account does not have and that are safe to import without a look, of both kinds.
 * Loads the keys of both as soon as it is called.
 */
export function useImportAll(account: string) {
  const sources = [sshKeyKind, gpgKeyKind].map((kind) => {
    const lists = useKeyLists(account, kind)
    return { kind, ...lists, ...useLocalKeys(kind, lists) }
  })
  const imports = useKeyImport(sources, account)
  const { importing, result, importAll } = imports

  return {
    /** The state of the import, for `ImportResults`. */
    imports,
    /** How many keys would be imported; 0 while that is unknown. */
    pending: imports.pending,
    /** Whether the account has an SSH key; undefined while that is unknown. */
    hasSshKey: computed(() => {
      const keys = sources[0]!.list.data.value?.account
      return keys && keys.length > 0
    }),
    isRunning: computed(() => importing.busy.value),
    /** The result of the last import. */
    result,
    run: importAll,
  }
}
