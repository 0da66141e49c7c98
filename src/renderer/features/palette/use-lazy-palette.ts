import { useEventListener } from '@vueuse/core'
import { type Component, type Ref, ref, shallowRef, watch } from 'vue'
import { loadMessages } from '../../ui/messages.ts'
import type { TypedBefore } from './palette-store.ts'

/**
 * The command palette, which is loaded behind the first screen. It isn’t an async component, so that it opens in the same frame once it
 * is loaded.
 */
export function useLazyPalette(isOpen: Ref<boolean>) {
  const component = shallowRef<Component>()
  const typedBefore = ref<TypedBefore>({ text: '', entered: false })

  async function load() {
    await loadMessages()
    component.value = (await import('./CommandPalette.vue')).default
  }

  watch(isOpen, (opens) => {
    typedBefore.value = { text: '', entered: false }
    if (opens) void load()
  })
  useEventListener('keydown', (event) => {
    if (!isOpen.value || component.value || event.ctrlKey || event.metaKey || event.altKey) return
    const typed = typedBefore.value
    if (event.key === 'Escape') isOpen.value = false
    else if (event.key === 'Enter') typed.entered = typed.text.trim() !== ''
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1)
    else if (event.key.length === 1) typed.text += event.key
    else return
    event.preventDefault()
  })

  return { component, typedBefore, load }
}
