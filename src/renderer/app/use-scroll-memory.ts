import { type Ref, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { provideIsReturn } from '../ui/screen-entry.ts'
import { type ViewPosition, restorePlace } from './restore-place.ts'

/**
 * Keeps the scroll position of each screen in the history, and restores it on the way back or forward. The row that was opened
 * gets the focus, where it is found.
 */
export function useScrollMemory(main: Readonly<Ref<HTMLElement | null>>): void {
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
    // An address that was typed moves nowhere in the history.
    history.listen((_to, _from, { delta }) => (isPop = delta !== 0)),
    router.beforeResolve((to, from) => {
      if (!main.value || to.path === from.path) return
      const focused = main.value.querySelector(':focus:not(h1)')
      const row = focused?.closest<HTMLElement>('[data-item]')
      places.set(position, {
        top: main.value.scrollTop,
        hadFocus: focused !== null,
        item: row?.dataset.item,
        opened: `#${to.fullPath}`,
      })
    }),
    router.afterEach((to, from, failure) => {
      const wasPop = isPop
      isPop = false
      if (failure) return
      position = positionNow()
      if (to.path === from.path) return
      stop()
      if (!wasPop) {
        // What was ahead in the history is gone.
        for (const key of places.keys()) if (key >= position) places.delete(key)
      }
      const place = places.get(position)
      isReturn = wasPop && place !== undefined
      if (isReturn && main.value) stop = restorePlace(main.value, place!)
    }),
  ]
  onScopeDispose(() => {
    stop()
    for (const end of ends) end()
  })
}
