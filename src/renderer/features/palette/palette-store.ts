import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useAccountsStore } from '../../stores/accounts.ts'

/** A recent command: a fixed one by its ID, others by their typed text. */
export interface RecentCommand {
  id: string
  text?: string
}

/** Text typed before the palette was loaded, and whether Enter was pressed. */
export interface TypedBefore {
  text: string
  entered: boolean
}

const storageKey = 'recent-commands'
const maxRecent = 5
type Recent = Readonly<Record<string, readonly RecentCommand[]>>

/**
 * The data that the palette keeps per account. Recent commands contain typed text such as names and email addresses, so they
 * survive a reload but not the window, and are never written to a file.
 */
export const usePaletteStore = defineStore('palette', () => {
  const accounts = useAccountsStore()
  const recent = shallowRef<Recent>(load())
  /** The text of failed commands. */
  const texts = new Map<string, string>()

  function put(next: Recent) {
    recent.value = next
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // The storage is full; the commands are lost on reload.
    }
  }

  function remember(account: string, command: RecentCommand) {
    const isOther = (one: RecentCommand) => one.id !== command.id || one.text !== command.text
    const others = recentOf(account).filter(isOther)
    put({ ...recent.value, [account]: [command, ...others].slice(0, maxRecent) })
  }

  function recentOf(account: string): readonly RecentCommand[] {
    return recent.value[account] ?? []
  }

  /** Keeps the text of a failed command; an empty one clears it. */
  function keepText(account: string, text: string) {
    texts.set(account, text)
  }

  // The data of a signed-out account is removed.
  watch(
    () => accounts.accounts.map(({ id }) => id),
    (ids) => {
      const remaining = Object.entries(recent.value).filter(([account]) => ids.includes(account))
      put(Object.fromEntries(remaining))
    },
    { immediate: true },
  )

  return { recentOf, remember, keepText, textOf: (account: string) => texts.get(account) ?? '' }
})

function load(): Recent {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return isRecent(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** The storage may contain anything written by a script of this origin. */
function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(
    (list) => Array.isArray(list) && list.every((one) => typeof one?.id === 'string'),
  )
}
