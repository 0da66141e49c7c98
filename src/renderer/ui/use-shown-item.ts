import { useEventListener, useMutationObserver, useTimeoutFn } from '@vueuse/core'
import { onMounted, watch } from 'vue'
import { useRoute } from 'vue-router'

/** How long (ms) to highlight the item. */
const shownMs = 2000

/**
 * Shows the item that a link points to. `?show=<id>` scrolls to the element with `data-item="<id>"` once it’s rendered,
 * focuses it, and briefly highlights it. Returns a function that does the same for a rendered item or `data-section`.
 */
export function useShownItem(): (id: string) => void {
  const route = useRoute()
  let item: HTMLElement | undefined
  const unmark = useTimeoutFn(() => item?.removeAttribute('data-shown'), shownMs, {
    immediate: false,
  })
  useMutationObserver(() => document.querySelector('main'), show, {
    childList: true,
    subtree: true,
  })
  /** The last link followed. Links are followed only once, so that reloads don’t move the focus. */
  let followed: unknown

  function show() {
    const { show: id } = route.query
    if (typeof id !== 'string' || id === followed) return
    if (showItem(id)) followed = id
  }

  /** Returns whether the item is rendered. */
  function showItem(id: string): boolean {
    const value = CSS.escape(id)
    const element = document.querySelector<HTMLElement>(
      `main :is([data-item="${value}"], [data-section="${value}"])`,
    )
    if (!element) return false
    item?.removeAttribute('data-shown')
    item = element
    if (element.tabIndex < 0) element.tabIndex = -1
    // Scrolls instantly, because the focus would be out of view during smooth scrolling.
    const isTall = element.offsetHeight > innerHeight / 2
    element.scrollIntoView({ block: isTall ? 'start' : 'center' })
    element.focus({ preventScroll: true })
    // Rows change their own class.
    element.dataset.shown = ''
    unmark.start()
    return true
  }

  onMounted(show)
  watch(
    () => route.query.show,
    () => {
      followed = undefined
      show()
    },
    { flush: 'post' },
  )
  // Leaves the focus and scroll position alone if the user has moved on.
  useEventListener(document, ['keydown', 'pointerdown'], () => (followed = route.query.show))
  return showItem
}
