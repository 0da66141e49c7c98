import { computed, shallowRef, watch } from 'vue'
import { kindOfFile, kindOfText } from './key-files.ts'
import { type KeyRow, type ListedKeys, keepOrder, keyRows, sortKeyRows } from './key-rows.ts'
import type { KeyKind } from './keys.ts'
import type { SshOrGpgKeys } from './ssh-or-gpg.ts'

/** A row of the list, with the keys of its kind. */
export type ListedRow = KeyRow & { keys: SshOrGpgKeys }

/** Keys of one or two kinds as one list. */
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

  const sorted = computed(() => {
    const all = sources.flatMap((keys) =>
      rowsOf(keys, { accountKeys: keys.accountKeys.value, newKeys: keys.newKeys.value }),
    )
    return sortKeyRows(all, sources[0]!.now.value)
  })
  const isLoaded = computed(() => sources.every(({ list }) => list.data.value !== undefined))
  /** The keys in the order in which they were listed first, so that none takes the place of one that somebody is about to click. */
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

  const keysOf = (name: KeyKind) => sources.find((keys) => keys.name === name) ?? sources[0]!

  /** Reads files that were chosen or dropped, each as keys of its kind. */
  async function takeFiles(files: readonly File[]): Promise<void> {
    const names = await Promise.all(files.map(kindOfFile))
    for (const keys of sources) {
      const own = files.filter((_, index) => keysOf(names[index]!) === keys)
      if (own.length > 0) await keys.takeFiles(own)
    }
  }

  return {
    rows,
    /** SshOrGpgKeys of other people, which are not part of the list. */
    otherRows,
    /** Whether there is something to show of any kind. */
    isRead: computed(() => sources.some(({ lists }) => lists.value)),
    loading: computed(() => sources.some(({ list }) => list.loading.value)),
    /** When the oldest of them was loaded. */
    asOf: computed(() => {
      const times = sources.flatMap(({ list }) => list.asOf.value ?? [])
      return times.length > 0 ? Math.min(...times) : undefined
    }),
    reload() {
      order.value = sorted.value.map(keyOf)
      return Promise.all(sources.map(({ list }) => list.reload()))
    },
    takeFiles,
    /** Returns whether all of the text was read as keys. */
    takeText: (text: string) => keysOf(kindOfText(text)).takeText(text),
  }
}

/** The same for a key before and after its import. */
function keyOf(row: ListedRow): string {
  const { fingerprint } = row.accountKey ?? row.localKey
  return `${row.keys.name} ${fingerprint ?? row.id}`
}
