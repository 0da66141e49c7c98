import { inject, provide, watch } from 'vue'
import type { InjectionKey, WatchSource } from 'vue'
import { useRoute } from 'vue-router'

/** What a screen belongs to. Menus and dialogs over it close when one of them changes. */
interface Place {
  locked: WatchSource<boolean>
  account: WatchSource<string | undefined>
}

const placeKey: InjectionKey<Place> = Symbol('place')

/** For the root of the page. */
export function providePlace(place: Place): void {
  provide(placeKey, place)
}

/** Calls back when another screen is shown or Latchkey is locked. */
export function onScreenLeft(callback: () => void): void {
  const route = useRoute()
  const place = inject(placeKey, undefined)
  watch(() => route.fullPath, callback)
  if (place) watch(place.locked, callback)
}

/** The same, and when another account becomes the active one. */
export function onPlaceLeft(callback: () => void): void {
  const place = inject(placeKey, undefined)
  onScreenLeft(callback)
  if (place) watch(place.account, callback)
}
