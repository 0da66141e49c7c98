import {
  type ComponentPublicInstance,
  type InjectionKey,
  inject,
  provide,
  shallowReactive,
} from 'vue'

/** The parts of the frame around a screen that the screen fills: its bar at the top and the status bar’s age. */
export type FramePart = 'back' | 'title' | 'search' | 'actions' | 'primary' | 'age'

type Frame = Partial<Record<FramePart, HTMLElement>>

const frameKey: InjectionKey<{ frame: Frame; hasFrame: () => boolean }> = Symbol('frame')

/**
 * Provides the elements of the frame. Returns a function that makes the ref of a part’s element. Signing in for the
 * first time has no frame.
 */
export function provideFrame(hasFrame: () => boolean) {
  const frame = shallowReactive<Frame>({})
  provide(frameKey, { frame, hasFrame })
  /** The ref function of a part’s element. */
  return (part: FramePart) => (element: Element | ComponentPublicInstance | null) => {
    if (element instanceof HTMLElement) frame[part] = element
    else delete frame[part]
  }
}

/** The element of a part, if it’s mounted, and whether there is a frame at all. */
export function useFrame() {
  return inject(frameKey, { frame: {}, hasFrame: () => false })
}

const barKey: InjectionKey<true> = Symbol('bar')

/** Marks the components below as a screen’s bar. */
export function provideBar(): void {
  provide(barKey, true)
}

/** Whether the component is in a screen’s bar, rather than in its content. */
export function isInBar(): boolean {
  return inject(barKey, false)
}
