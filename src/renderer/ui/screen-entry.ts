import { type InjectionKey, inject, provide } from 'vue'

const isReturnKey: InjectionKey<() => boolean> = Symbol('return to a screen')

/**
 * For the root of all screens: whether the user returned to the open screen, so that its scroll position and focus are
 * restored.
 */
export function provideIsReturn(isReturn: () => boolean): void {
  provide(isReturnKey, isReturn)
}

/** Whether the user returned to the open screen. */
export function useIsReturn(): () => boolean {
  return inject(isReturnKey, () => false)
}
