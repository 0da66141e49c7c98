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
 * A user’s neighbors in the list from which the page was opened. Loaded once: an approved user leaves the list of
 * pending users, but the next one must stay the same.
 */
export function useNeighbors(account: string, id: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const neighbors = shallowRef<Neighbors>()

  /** The list is the previous history entry, also after steps to neighbors. */
  const { back } = router.options.history.state
  const { path } = router.resolve({ name: 'directory', params: { account } })
  const isFromList = typeof back === 'string' && back.split('?')[0] === path

  async function load() {
    const list = useDirectoryStore().listOf(account)
    // A failure only hides the buttons.
    neighbors.value = await latchkey(account)
      .directory.neighbours({ ...list, id })
      .catch(() => undefined)
  }

  /** A neighbor’s page, on the same tab. */
  function pageOf(neighbor: number): RouteLocationRaw {
    const { query } = router.currentRoute.value
    return { name: 'admin-user', params: { account, id: neighbor }, query }
  }

  function go(neighbor: number | undefined) {
    // Back leads to the list, skipping the users in between.
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
