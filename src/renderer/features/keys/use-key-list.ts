import { computed, shallowRef, watch } from 'vue'
import { useRememberedChoice } from '../../ui/remembered.ts'
import { detectFileKind, detectTextKind } from './key-files.ts'
import {
  type KeyRow,
  type KeySort,
  keySorts,
  type ListedKeys,
  keepOrder,
  keyRows,
  sortKeyRows,
  sortRowsBy,
} from './key-rows.ts'
import type { KeyKind } from './keys.ts'
import type { SshOrGpgKeys } from './ssh-or-gpg.ts'

/** A row in the list, with the keys of its kind. */
export type ListedRow = KeyRow & { keys: SshOrGpgKeys }

/** Combines one or both kinds of keys in one list. */
export function useKeyList(sources: readonly SshOrGpgKeys[]) {
  const rowsOf = (
    keys: SshOrGpgKeys,
    listed: Pick<ListedKeys, 'accountKeys' | 'newKeys'>,
  ): ListedRow[] =>
    keyRows({
      name: keys.name,
      ...listed,
      canImport: keys.list.data.value !== undefined,
      canRenew: keys.renewals !== undefined,
      now: keys.now.value,
    }).map((row) => ({ ...row, keys }))

  const sort = useRememberedChoice<KeySort>('keys.sort', keySorts)
  const sorted = computed(() => {
    const all = sources.flatMap((keys) =>
      rowsOf(keys, { accountKeys: keys.accountKeys.value, newKeys: keys.newKeys.value }),
    )
    return sortRowsBy(sortKeyRows(all, sources[0]!.now.value), sort.value)
  })
  const isLoaded = computed(() => sources.every(({ list }) => list.data.value !== undefined))
  /** The order in which keys were first listed, which is kept so none of them moves under the pointer. */
  const order = shallowRef<readonly string[]>([])
  const rows = computed(() => keepOrder(sorted.value, order.value, keyOf))
  watch(
    () => isLoaded.value && sorted.value,
    (all) => {
      if (all) order.value = keepOrder(all, order.value, keyOf).map(keyOf)
    },
    { immediate: true, flush: 'sync' },
  )
  const otherRows = computed(() =>
    sources.flatMap((keys) =>
      rowsOf(keys, { accountKeys: [], newKeys: keys.otherPeoplesKeys.value }),
    ),
  )
  const ignoredRows = computed(() =>
    sources.flatMap((keys) => rowsOf(keys, { accountKeys: [], newKeys: keys.ignoredKeys.value })),
  )

  /** Sorts the list again and discards the previous order. */
  function sortBy(next: KeySort) {
    sort.value = next
    order.value = sorted.value.map(keyOf)
  }

  const keysOf = (name: KeyKind) => sources.find((keys) => keys.name === name) ?? sources[0]!

  /** Reads selected or dropped files as SSH or GPG keys, depending on their content. */
  async function addFiles(files: readonly File[]): Promise<void> {
    const names = await Promise.all(files.map(detectFileKind))
    for (const keys of sources) {
      const matchingFiles = files.filter((_, index) => keysOf(names[index]!) === keys)
      if (matchingFiles.length > 0) await keys.addFiles(matchingFiles)
    }
  }

  return {
    sources,
    rows,
    /** Other people’s keys, listed separately. */
    otherRows,
    /** Ignored local keys, also listed separately. */
    ignoredRows,
    sort: computed({ get: () => sort.value, set: sortBy }),
    /** Whether there is anything to show. */
    isRead: computed(() => sources.some(({ lists }) => lists.value)),
    loading: computed(() => sources.some(({ list }) => list.loading.value)),
    /** When the oldest of the lists was loaded. */
    asOf: computed(() => {
      const times = sources.flatMap(({ list }) => list.asOf.value ?? [])
      return times.length > 0 ? Math.min(...times) : undefined
    }),
    reload() {
      order.value = sorted.value.map(keyOf)
      return Promise.all(sources.map(({ list }) => list.reload()))
    },
    addFiles,
    /** The source that handles the keys in pasted text. */
    sourceOfText: (text: string) => keysOf(detectTextKind(text)),
  }
}

/** Identifies a key both before and after its import. */
function keyOf(row: ListedRow): string {
  const { fingerprint } = row.accountKey ?? row.localKey
  return `${row.keys.name} ${fingerprint ?? row.id}`
}
