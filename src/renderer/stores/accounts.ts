import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Account, AccountsSnapshot, KeychainState } from '../../shared/operations/accounts.ts'
import { distinctLabel } from '../../shared/rules/account-label.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'
import { t } from '../ui/messages.ts'
import { forgetDrafts } from './persisted-draft.ts'
import { forgetAccountQueries } from '../bridge/query-client.ts'

/** The signed-in accounts, including which one is active. Updated by events; contains no secrets. */
export const useAccountsStore = defineStore('accounts', () => {
  const latchkey = useLatchkey()
  const snapshot = shallowRef<AccountsSnapshot>({ accounts: [] })
  const chosen = ref<string>()

  useHost().on('accounts', take)

  const accounts = computed(() => snapshot.value.accounts)
  const keychain = computed(() => snapshot.value.keychain)
  const isFileInvalid = computed(() => snapshot.value.isFileInvalid === true)
  const active = computed(() => byId(chosen.value) ?? accounts.value[0])
  /** The active account, then the others in their order. */
  const activeFirst = computed(() =>
    accounts.value.toSorted(
      (a, b) => Number(b.id === active.value?.id) - Number(a.id === active.value?.id),
    ),
  )
  /** Why the active account can’t make changes; undefined if it can. */
  const readOnlyReason = computed(() =>
    active.value?.canWrite === false
      ? t(active.value.readOnlyBy ? 'managed.readOnly' : 'readOnly.message')
      : undefined,
  )

  function byId(id: string | undefined): Account | undefined {
    return accounts.value.find((account) => account.id === id)
  }

  /** An account’s label, distinct from those of all other accounts. */
  const nameOf = (account: Account) => distinctLabel(account, accounts.value)

  function take(next: AccountsSnapshot) {
    const remaining = new Set(next.accounts.map(({ id }) => id))
    for (const { id } of accounts.value) {
      if (remaining.has(id)) continue
      forgetAccountQueries(id)
      forgetDrafts(id)
    }
    snapshot.value = next
  }

  /** Applies an operation’s result, because its event may arrive later. */
  function put(account: Account) {
    const isKnown = byId(account.id) !== undefined
    take({
      ...snapshot.value,
      accounts: isKnown
        ? accounts.value.map((one) => (one.id === account.id ? account : one))
        : [...accounts.value, account],
    })
  }

  /** Makes an account active, even across restarts, and reloads its permissions. */
  function activate(id: string) {
    if (chosen.value === id) return
    const isSwitch = chosen.value !== undefined
    chosen.value = id
    // Failures are harmless, because core checks permissions before acting.
    const ignore = () => undefined
    latchkey().settings.set({ lastAccount: id }).catch(ignore)
    if (isSwitch) latchkey().accounts.refresh({ id }).then(put, ignore)
  }

  async function load(lastAccount: Promise<string | undefined>) {
    const [snapshotNow, last] = await Promise.all([latchkey().accounts.list(), lastAccount])
    take(snapshotNow)
    chosen.value = byId(last)?.id
  }

  return {
    accounts,
    keychain,
    isFileInvalid,
    active,
    activeFirst,
    readOnlyReason,
    byId,
    nameOf,
    take,
    put,
    activate,
    load,
  }
})

/**
 * The keychain’s state, determined by probing it; undefined until then. Probed again when its known state changes or
 * the user returns, perhaps after unlocking it.
 */
export function useKeychainProbe() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const probed = shallowRef<KeychainState>()

  async function probe() {
    // If this fails, the state stays unknown.
    probed.value = await latchkey()
      .accounts.probeKeychain()
      .catch(() => undefined)
  }

  watch(
    // Compared as text, because the message also depends on the language.
    () => accounts.keychain && JSON.stringify(accounts.keychain),
    (known) => known && probe(),
    { immediate: true },
  )
  useEventListener('focus', () => {
    if (probed.value?.state !== 'available') void probe()
  })
  return probed
}
