import { type Ref, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { provideIsReturn } from '../ui/screen-entry.ts'
import { type ViewPosition, restorePlace } from './restore-place.ts'

/**
 * Remembers each history entry’s scroll position and restores it on Back or Forward, focusing the row the user had
 * opened if it still exists.
 */
export function useScrollMemory(
  main: Readonly<Ref<HTMLElement | null>>,
  scroller: Readonly<Ref<HTMLElement | null>>,
): void {
  const router = useRouter()
  const { history } = router.options
  const places = new Map<number, ViewPosition>()
  const positionNow = () => Number(history.state.position ?? 0)
  let position = positionNow()
  let isPop = false
  let isReturn = false
  let stop = () => {}
  provideIsReturn(() => isReturn)

  const ends = [
    // URLs typed by hand have no history delta.
    history.listen((_to, _from, { delta }) => (isPop = delta !== 0)),
    router.beforeResolve((to, from) => {
      if (!main.value || !scroller.value || to.path === from.path) return
      const focused = main.value.querySelector(':focus:not(h1)')
      const row = focused?.closest<HTMLElement>('[data-item]')
      places.set(position, {
        top: scroller.value.scrollTop,
        hadFocus: focused !== null,
        item: row?.dataset.item,
        opened: `#${to.fullPath}`,
      })
    }),
    router.afterEach((to, from, failure) => {
      const isHistoryMove = isPop
      isPop = false
      if (failure) return
      position = positionNow()
      if (to.path === from.path) return
      stop()
      if (!isHistoryMove) {
        // A new navigation discards the forward entries.
        for (const key of places.keys()) if (key >= position) places.delete(key)
      }
      const place = places.get(position)
      isReturn = isHistoryMove && place !== undefined
      if (!main.value || !scroller.value) return
      if (isReturn) stop = restorePlace(main.value, scroller.value, place!)
      // All screens share the scroller.
      else scroller.value.scrollTop = 0
    }),
  ]
  onScopeDispose(() => {
    stop()
    for (const end of ends) end()
  })
}
