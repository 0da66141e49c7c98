import { defineStore } from 'pinia'
import { ref, shallowReactive, watch } from 'vue'
import { avatarsAtOnce as atOnce } from '../../shared/rules/limits.ts'
import { useLatchkey } from '../bridge/latchkey.ts'
import { useAccountsStore } from './accounts.ts'
import { useConnectivityStore } from '../bridge/connectivity.ts'

/** Users’ avatars as `data:` URLs, loaded in batches and shared by all screens. */
export const useAvatarsStore = defineStore('avatars', () => {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const connectivity = useConnectivityStore()
  /** Pictures by account and user; null for users without an avatar. */
  const pictures = shallowReactive(new Map<string, string | null>())
  const waiting = new Map<string, Set<number>>()
  const requested = new Set<string>()
  /** Incrementing this reloads the visible avatars. */
  const round = ref(0)

  const key = (account: string, id: number) => `${account} ${id}`

  /** Requests an avatar unless that has already happened. Requests are sent in batches. */
  function request(account: string, id: number) {
    if (requested.has(key(account, id))) return
    requested.add(key(account, id))
    const ids = waiting.get(account) ?? new Set()
    if (ids.size === 0) queueMicrotask(() => void loadWaiting(account))
    waiting.set(account, ids.add(id))
  }

  async function loadWaiting(account: string) {
    const ids = [...(waiting.get(account) ?? [])]
    waiting.delete(account)
    for (let from = 0; from < ids.length; from += atOnce) {
      await loadBatch(account, ids.slice(from, from + atOnce))
    }
  }

  async function loadBatch(account: string, ids: number[]) {
    try {
      const users = ids.map((id) => ({ id }))
      const loaded = await latchkey(account).avatars.of({ users })
      for (const { id, picture } of loaded) pictures.set(key(account, id), picture)
    } catch {
      // Until the next screen retries, initials are shown instead.
      for (const id of ids) requested.delete(key(account, id))
    }
  }

  /** Immediately shows a user’s new avatar, in all accounts on the same instance. */
  function put(account: string, id: number, picture: string | null) {
    const baseUrl = accounts.byId(account)?.baseUrl
    for (const other of accounts.accounts) {
      if (other.baseUrl === baseUrl) pictures.set(key(other.id, id), picture)
    }
  }

  /** Forgets all avatars and reloads visible ones. */
  function reset() {
    pictures.clear()
    requested.clear()
    round.value += 1
  }

  // Avatar URLs are part of other responses, so missing avatars are requested again when the account comes online.
  watch(
    () => accounts.accounts.filter(({ id }) => connectivity.of(id).state === 'online'),
    (online, before) => {
      if (online.every(({ id }) => before.some((one) => one.id === id))) return
      for (const one of requested) if (!pictures.get(one)) requested.delete(one)
      round.value += 1
    },
  )

  return {
    round,
    of: (account: string, id: number) => pictures.get(key(account, id)) ?? undefined,
    /** Whether a user has an avatar; undefined if unknown. */
    has(account: string, id: number): boolean | undefined {
      const picture = pictures.get(key(account, id))
      return picture === undefined ? undefined : picture !== null
    },
    request,
    put,
    reset,
  }
})
