import { onScopeDispose, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { useHost } from '../data/latchkey.ts'
import type { Result } from '../ui/use-toast.ts'

/** A note about an action that succeeded but couldn't be saved on this computer; shown beside its result. */
export function useUnsaved(): ShallowRef<Result | undefined> {
  const current = shallowRef<Result>()
  const end = useHost().on('unsaved', ({ message, hint }) => {
    current.value = { text: [message, hint].filter(Boolean).join(' '), actions: [] }
  })
  onScopeDispose(end)
  return current
}
