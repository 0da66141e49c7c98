import { nextTick, onScopeDispose, ref } from 'vue'
import type { ShallowRef } from 'vue'
import { onPlaceLeft } from './use-place.ts'

type Element = Readonly<ShallowRef<HTMLElement | null>>

/** A menu behind a button: opens on its checked or first item, is walked by arrows, and gives the focus back. */
export function useMenu(trigger: Element, menu: Element) {
  const isOpen = ref(false)
  const items = () => [...(menu.value?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  async function toggle() {
    isOpen.value = !isOpen.value
    if (!isOpen.value) return
    await nextTick()
    const all = items()
    ;(all.find((item) => item.ariaChecked === 'true') ?? all[0])?.focus()
  }

  function close() {
    isOpen.value = false
    trigger.value?.focus()
  }

  function choose(run: () => unknown) {
    close()
    run()
  }

  function onMenuKey(event: KeyboardEvent) {
    const all = items()
    const at = all.indexOf(event.target as HTMLElement)
    const next = {
      ArrowDown: all[at + 1] ?? all[0],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    if (next) next.focus()
    if (next || event.key === 'Escape') event.preventDefault()
  }

  /** Closes when the focus goes elsewhere, also by a click. */
  function onLeave(event: FocusEvent) {
    const within = event.currentTarget as HTMLElement
    if (!within.contains(event.relatedTarget as Node | null)) isOpen.value = false
  }

  onPlaceLeft(() => (isOpen.value = false))

  // A menu stands on the window, and its button would go away from it.
  function onScroll({ target }: Event) {
    if (isOpen.value && !(target instanceof Node && menu.value?.contains(target))) {
      isOpen.value = false
    }
  }
  window.addEventListener('scroll', onScroll, { capture: true, passive: true })
  onScopeDispose(() => window.removeEventListener('scroll', onScroll, { capture: true }))

  return { isOpen, toggle, choose, onMenuKey, onLeave }
}
