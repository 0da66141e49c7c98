import { type Ref, computed, reactive } from 'vue'
import { guessKeyPurpose } from '../../../shared/rules/key-purpose.ts'
import { describePurpose } from '../../components/key-purpose.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { KeyLists, LocalKey } from './keys.ts'

/** Local keys by group, and those that GitLab rejected. */
export function useLocalKeys(
  { list }: { list: { data: Readonly<Ref<unknown>> } },
  listKeys: () => LocalKey[],
  accountOf: (id: string) => Pick<Account, 'user' | 'baseUrl'> | undefined,
  /** The account and the others, whose names a key may have. */
  named?: () =>
    | { own: Pick<Account, 'user' | 'baseUrl'>; others: Pick<Account, 'user' | 'baseUrl'>[] }
    | undefined,
) {
  const refusals = reactive(new Map<string, string>())
  const withRefusals = (all: readonly LocalKey[]) =>
    all.map((key) => ({
      ...key,
      doubt: otherAccountWarning(key) ?? nameWarning(key) ?? key.doubt,
      refusal: refusals.get(key.localKeyId),
    }))
  /** A key of another account may be meant for that account only. */
  function otherAccountWarning({ otherAccounts = [], group }: LocalKey): string | undefined {
    const [account] = otherAccounts.flatMap((id) => accountOf(id) ?? [])
    if (!account || group === 'on-account') return undefined
    const { user, baseUrl: instance } = account
    return describePurpose({ kind: 'account', username: user.username, instance })
  }
  /** A key with the name of another account or its instance may be meant for that one. */
  function nameWarning({ comment = '', files, group }: LocalKey): string | undefined {
    const accounts = named?.()
    if (!accounts || group === 'on-account') return undefined
    const toName = ({ user, baseUrl }: (typeof accounts)['own']) => ({
      username: user.username,
      host: new URL(baseUrl).host,
    })
    const { own, others } = accounts
    const names = { own: toName(own), others: others.map(toName) }
    const purpose = guessKeyPurpose([comment, ...files], names)
    return purpose && describePurpose(purpose)
  }
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
    /** Other people’s keys, which must not be imported by mistake. */
    otherPeoplesKeys: computed(() => inGroup('other-people')),
    ignoredKeys: computed(() => inGroup('ignored')),
    /** The keys that “Add all” imports without review. Empty while the account’s keys are unknown. */
    importableKeys: computed(() =>
      list.data.value
        ? newKeys.value.filter(({ skipReason, refusal }) => !skipReason && !refusal)
        : [],
    ),
    withRefusals,
    /** Records that GitLab rejected a key, so it isn’t offered again. */
    refuse: (localKeyId: string, reason: string) => void refusals.set(localKeyId, reason),
  }
}

/** A local key and where else it was found. */
export interface Copies<Key> {
  key: Key
  /** The names of other files that contain it. */
  otherFiles: string[]
  /** The IDs of all copies, if all of them were added by hand rather than found on this computer. */
  addedIds: string[]
}

/** Merges copies of the same key. The copy with the highest `rank` wins; in a tie, the first one does. */
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
