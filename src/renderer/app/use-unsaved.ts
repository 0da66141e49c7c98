import { onScopeDispose, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import { useHost } from '../data/latchkey.ts'
import type { Result } from '../ui/use-toast.ts'

/** What was done but couldn't be saved on this computer; it stands beside the result of what was done. */
export function useUnsaved(): ShallowRef<Result | undefined> {
  const current = shallowRef<Result>()
  const end = useHost().on('unsaved', ({ message, hint }) => {
    current.value = { text: [message, hint].filter(Boolean).join(' '), actions: [] }
  })
  onScopeDispose(end)
  return current
}
