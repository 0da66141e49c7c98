import { computed, inject, provide, watch } from 'vue'
import type { ComputedRef, InjectionKey, WatchSource } from 'vue'
import { useRoute } from 'vue-router'

/** App state besides the route that dialogs and menus depend on. */
interface AppState {
  locked: WatchSource<boolean>
  account: WatchSource<string | undefined>
  /** Whether the active account is a demo account. */
  demo: () => boolean
}

const appStateKey: InjectionKey<AppState> = Symbol('app state')

/** Provides the app state. Call it in the root component. */
export function provideAppState(state: AppState): void {
  provide(appStateKey, state)
}

/** Whether the active account is a demo account. */
export function useIsDemo(): ComputedRef<boolean> {
  const state = inject(appStateKey, undefined)
  return computed(() => state?.demo() ?? false)
}

/** Calls back when the user leaves the screen or Latchkey is locked. */
export function onScreenLeft(callback: () => void): void {
  const route = useRoute()
  const state = inject(appStateKey, undefined)
  watch(() => route.fullPath, callback)
  if (state) watch(state.locked, callback)
}

/** Calls back when the user leaves the screen or switches accounts, or Latchkey is locked. */
export function onScreenOrAccountLeft(callback: () => void): void {
  const state = inject(appStateKey, undefined)
  onScreenLeft(callback)
  if (state) watch(state.account, callback)
}
