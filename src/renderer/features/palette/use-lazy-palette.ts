import { useEventListener } from '@vueuse/core'
import { type Component, type Ref, ref, shallowRef, watch } from 'vue'
import { loadMessages } from '../../ui/messages.ts'

/**
 * The command palette, which is loaded behind the first screen. It isn’t an async component, so that it opens in the same frame once it
 * is loaded. What is typed before that is kept in `typedBefore`.
 */
export function useLazyPalette(isOpen: Ref<boolean>) {
  const component = shallowRef<Component>()
  const typedBefore = ref('')

  async function load() {
    await loadMessages()
    component.value = (await import('./CommandPalette.vue')).default
  }

  watch(isOpen, (opens) => {
    typedBefore.value = ''
    if (opens) void load()
  })
  useEventListener('keydown', (event) => {
    if (!isOpen.value || component.value || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') isOpen.value = false
    else if (event.key === 'Backspace') typedBefore.value = typedBefore.value.slice(0, -1)
    else if (event.key.length === 1) typedBefore.value += event.key
    else return
    event.preventDefault()
  })

  return { component, typedBefore, load }
}
