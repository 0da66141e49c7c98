import { type Ref, computed, reactive } from 'vue'
import type { KeyLists, LocalKey } from './keys.ts'

/** The keys of this computer in their groups, and what the service refused of them. */
export function useLocalKeys(
  { list }: { list: { data: Readonly<Ref<unknown>> } },
  listKeys: () => LocalKey[],
) {
  const refusals = reactive(new Map<string, string>())
  const withRefusals = (all: readonly LocalKey[]) =>
    all.map((key) => ({ ...key, refusal: refusals.get(key.localKeyId) }))
  const keys = computed(() => withRefusals(listKeys()))
  const inGroup = (group: LocalKey['group']) => keys.value.filter((key) => key.group === group)
  const newKeys = computed(() =>
    inGroup('new').toSorted(
      (a, b) => Number(Boolean(a.skipReason)) - Number(Boolean(b.skipReason)),
    ),
  )
  return {
    newKeys,
    keysOnAccount: computed(() => inGroup('on-account')),
    /** Keys of other people, which should not be imported by mistake. */
    otherPeoplesKeys: computed(() => inGroup('other-people')),
    ignoredKeys: computed(() => inGroup('ignored')),
    /** The keys of "Add all", without those that need a look first. None while those of the account are unknown. */
    importableKeys: computed(() =>
      list.data.value
        ? newKeys.value.filter(({ skipReason, refusal }) => !skipReason && !refusal)
        : [],
    ),
    withRefusals,
    /** Remembers that the service refused the key itself, so that it isn't offered again. */
    refuse: (localKeyId: string, reason: string) => void refusals.set(localKeyId, reason),
  }
}

/** A key of this computer, and the other places where it was found. */
export interface Copies<Key> {
  key: Key
  /** Names of the other files that hold it. */
  otherFiles: string[]
  /** IDs of all copies, where all were added by hand and none was found on this computer. */
  addedIds: string[]
}

/**
 * Merges copies of the same key. The best copy is used: the one with the highest `rank`, and the first of equal ones.
 */
export function mergeCopies<Key extends KeyLists['local'][number]>(
  keys: readonly Key[],
  rank: (key: Key) => number,
): Copies<Key>[] {
  return [...Map.groupBy(keys, ({ fingerprint }) => fingerprint).values()].map((same) => {
    const [best, ...rest] = same.toSorted((a, b) => rank(b) - rank(a))
    const others = rest.map(({ file }) => file).filter((file) => file !== best!.file)
    return {
      key: best!,
      otherFiles: [...new Set(others)],
      addedIds: same.every(({ isAdded }) => isAdded)
        ? same.map(({ localKeyId }) => localKeyId)
        : [],
    }
  })
}
