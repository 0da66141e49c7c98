import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useAccountsStore } from '../../stores/accounts.ts'

/** A recent command, identified by its ID or, if it was typed, by its text. */
export interface RecentCommand {
  id: string
  text?: string
}

/** Text typed while the palette was loading, and whether Enter was pressed. */
export interface EarlyInput {
  text: string
  entered: boolean
}

const storageKey = 'recent-commands'
const maxRecent = 5
type Recent = Readonly<Record<string, readonly RecentCommand[]>>

/**
 * What the palette remembers per account. Recent commands may contain names and email addresses, so they survive a
 * reload, but not closing the window, and are never written to a file.
 */
export const usePaletteStore = defineStore('palette', () => {
  const accounts = useAccountsStore()
  const recent = shallowRef<Recent>(load())
  /** The typed text of failed commands, by account. */
  const texts = new Map<string, string>()

  function put(next: Recent) {
    recent.value = next
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // The storage is full, so the commands won’t survive a reload.
    }
  }

  function remember(account: string, command: RecentCommand) {
    const isOther = (other: RecentCommand) => other.id !== command.id || other.text !== command.text
    const others = recentFor(account).filter(isOther)
    put({ ...recent.value, [account]: [command, ...others].slice(0, maxRecent) })
  }

  function recentFor(account: string): readonly RecentCommand[] {
    return recent.value[account] ?? []
  }

  /** Remembers a failed command’s text. An empty string clears it. */
  function keepText(account: string, text: string) {
    texts.set(account, text)
  }

  // Remove an account’s data when it signs out.
  watch(
    () => accounts.accounts.map(({ id }) => id),
    (ids) => {
      const remaining = Object.entries(recent.value).filter(([account]) => ids.includes(account))
      put(Object.fromEntries(remaining))
    },
    { immediate: true },
  )

  return { recentFor, remember, keepText, textOf: (account: string) => texts.get(account) ?? '' }
})

function load(): Recent {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return isRecent(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** Validates a stored entry, because any script on this origin can write to the storage. */
function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (list) => Array.isArray(list) && list.every((entry) => typeof entry?.id === 'string'),
  )
}
