import { type Ref, computed, reactive } from 'vue'
import { describePurpose } from '../../components/key-purpose.ts'
import { t } from '../../ui/messages.ts'
import { type FileRow, type KeyLists, type ListedKey, type LocalKey, isKey } from './keys.ts'

interface Lists<Key> {
  list: { data: Readonly<Ref<Pick<KeyLists, 'account'> | undefined>> }
  lists: Readonly<Ref<{ local: readonly Key[] } | undefined>>
}

interface Reader<Key> {
  /** The keys that the list shows. */
  listed(keys: readonly Key[]): Key[]
  pastedRows: Readonly<Ref<readonly FileRow<Key>[]>>
}

/** What a row shows of a key, apart from what all keys have. */
export type KeyDescription = Omit<
  LocalKey,
  'addedIds' | 'doubt' | 'group' | 'localKeyId' | 'otherAccounts' | 'refusal' | 'skipReason'
>

/** Local keys by group, those in the text field, and those that GitLab rejected. */
export function useLocalKeys<Key extends ListedKey>(
  { list, lists }: Lists<Key>,
  { listed, pastedRows }: Reader<Key>,
  describe: (key: Key) => KeyDescription,
) {
  const refusals = reactive(new Map<string, string>())
  const toLocalKey = (key: Key): LocalKey => {
    const { localKeyId, addedIds, group, doubt, otherAccounts } = key
    return {
      ...describe(key),
      ...{ localKeyId, addedIds, group, otherAccounts },
      doubt: doubt && describePurpose(doubt),
      skipReason: skipReasonOf(key),
      refusal: refusals.get(localKeyId),
    }
  }
  const keys = computed(() => listed(lists.value?.local ?? []).map(toLocalKey))
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
    /** The keys in the text field. */
    pastedKeys: computed(() => {
      const { account = [] } = list.data.value ?? {}
      const onAccount = new Set(account.map(({ details }) => details?.fingerprint))
      return pastedRows.value
        .filter(isKey)
        .map((key) =>
          toLocalKey(onAccount.has(key.fingerprint) ? { ...key, group: 'on-account' } : key),
        )
    }),
    /** Records that GitLab rejected a key, so it isn’t offered again. */
    refuse: (localKeyId: string, reason: string) => void refusals.set(localKeyId, reason),
  }
}

/** Why “Add all” skips a key. */
function skipReasonOf(key: ListedKey): string | undefined {
  switch (key.skip) {
    case 'weak':
      return 'weak' in key ? key.weak : undefined
    case 'lost-comment':
      return t('sshKeys.lostComment')
    case 'revoked':
      return t('gpgKeys.skipRevoked')
    case 'expired':
      return t('gpgKeys.skipExpired')
    case 'others':
      return t('gpgKeys.skipOthers')
    case undefined:
      return undefined
  }
}
