import { useEventListener } from '@vueuse/core'
import { shallowRef } from 'vue'
import { type RouteLocationRaw, useRouter } from 'vue-router'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useDirectoryStore } from '../../stores/directory.ts'

interface Neighbors {
  previous?: number
  next?: number
  position?: number
  total: number
}

/**
 * A user’s neighbors in the list that the page was opened from. They are loaded once: an approved user leaves the list
 * of pending users, but the next user must stay the same.
 */
export function useNeighbors(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const neighbors = shallowRef<Neighbors>()

  /** The list’s URL. It stays the previous history entry even after moving to neighbors. */
  const { back } = router.options.history.state
  const { path } = router.resolve({ name: 'directory', params: { account } })
  const isFromList = typeof back === 'string' && back.split('?')[0] === path

  async function load() {
    const list = useDirectoryStore().listOf(account)
    // If this fails, the buttons stay hidden.
    neighbors.value = await latchkey(account)
      .directory.neighbours({ ...list, id })
      .catch(() => undefined)
  }

  /** A neighbor’s page, opened on the same tab. */
  function pageOf(neighbor: number): RouteLocationRaw {
    const { query } = router.currentRoute.value
    return { name: 'admin-user', params: { account, id: neighbor }, query }
  }

  function go(neighbor: number | undefined) {
    // Replace the entry, so Back returns to the list and not to the users in between.
    if (neighbor !== undefined) void router.replace(pageOf(neighbor))
  }

  function onKey(event: KeyboardEvent) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event)) return
    const { previous, next } = neighbors.value ?? {}
    const neighbor = { ArrowUp: previous, ArrowDown: next }[event.key]
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    go(neighbor)
  }
  useEventListener('keydown', onKey)

  if (isFromList) void load()
  return { neighbors, go }
}

/** Whether the key is pressed in a field or while a dialog is open. */
function isTyping({ target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select')
  return isField || document.querySelector('dialog[open]') !== null
}
