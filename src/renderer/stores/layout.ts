import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useLatchkey } from '../bridge/latchkey.ts'
import type { Layout } from '../../shared/operations/layout.ts'
import { useAccountsStore } from './accounts.ts'

/** How the screens of each account were left, in this window or an earlier one. */
export const useLayoutStore = defineStore('layout', () => {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const layouts = new Map<string, Layout>()
  let saved = Promise.resolve()
  // Losing an entry is harmless: screens then look as they did at first.
  const ignore = () => undefined

  /** Loads an account’s entries, once, so that its screens can read them while they render. */
  async function load(account: string): Promise<void> {
    if (layouts.has(account)) return
    const layout = await latchkey(account).layout.get().catch(ignore)
    if (accounts.byId(account) && !layouts.has(account)) layouts.set(account, layout ?? {})
  }

  function write(account: string, name: string, text: string) {
    const layout = layouts.get(account)
    if (!layout || layout[name] === text) return
    layout[name] = text
    // One at a time, to keep their order.
    saved = saved.then(() => latchkey(account).layout.set({ [name]: text })).then(ignore, ignore)
  }

  watch(
    () => accounts.accounts,
    () => {
      for (const id of layouts.keys()) if (!accounts.byId(id)) layouts.delete(id)
    },
  )

  return { load, write, read: (account: string, name: string) => layouts.get(account)?.[name] }
})
