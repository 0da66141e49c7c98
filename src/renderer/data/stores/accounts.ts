import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Account, AccountsSnapshot } from '../../../shared/app/accounts.ts'
import { useHost, useLatchkey } from '../latchkey.ts'
import { forgetAccountQueries } from '../query-client.ts'

/** The signed-in accounts, kept fresh by the host, and which of them is active. Holds no secret. */
export const useAccountsStore = defineStore('accounts', () => {
  const latchkey = useLatchkey()
  const snapshot = shallowRef<AccountsSnapshot>({
    accounts: [],
    keychain: { state: 'available', name: '', message: '' },
  })
  const chosen = ref<string>()

  useHost().on('accounts', take)

  const accounts = computed(() => snapshot.value.accounts)
  const keychain = computed(() => snapshot.value.keychain)
  const leftOut = computed(() => snapshot.value.leftOut ?? 0)
  const active = computed(() => byId(chosen.value) ?? accounts.value[0])

  function byId(id: string | undefined): Account | undefined {
    return accounts.value.find((account) => account.id === id)
  }

  function take(next: AccountsSnapshot) {
    const left = new Set(next.accounts.map(({ id }) => id))
    for (const { id } of accounts.value) if (!left.has(id)) forgetAccountQueries(id)
    snapshot.value = next
  }

  /** Takes over what an operation answered, as the event about it may come later. */
  function put(account: Account) {
    const known = byId(account.id) !== undefined
    take({
      ...snapshot.value,
      accounts: known
        ? accounts.value.map((one) => (one.id === account.id ? account : one))
        : [...accounts.value, account],
    })
  }

  /** Makes an account the active one, also for the next start, and looks again what it may do. */
  function activate(id: string) {
    if (chosen.value === id) return
    const isSwitch = chosen.value !== undefined
    chosen.value = id
    // Only a convenience is lost when these fail: core asks the service itself, and refuses what is not allowed.
    const nothingLost = () => undefined
    latchkey().settings.set({ lastAccount: id }).catch(nothingLost)
    if (isSwitch) latchkey().accounts.refresh({ id }).then(put, nothingLost)
  }

  async function load(lastAccount: string | undefined) {
    take(await latchkey().accounts.list())
    chosen.value = byId(lastAccount)?.id
  }

  return { accounts, keychain, leftOut, active, byId, take, put, activate, load }
})
