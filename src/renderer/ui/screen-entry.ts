import { type InjectionKey, inject, provide } from 'vue'

const isReturnKey: InjectionKey<() => boolean> = Symbol('return to a screen')

/**
 * Provides whether the user is returning to the open screen, whose scroll position and focus are then restored. Call it
 * in the root of all screens.
 */
export function provideIsReturn(isReturn: () => boolean): void {
  provide(isReturnKey, isReturn)
}

/** Whether the user is returning to the open screen. */
export function useIsReturn(): () => boolean {
  return inject(isReturnKey, () => false)
}
