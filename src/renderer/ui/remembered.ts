import { type InjectionKey, type Ref, inject, provide, ref, watch } from 'vue'

/** Where texts are kept that outlive the window. */
interface Memory {
  read(name: string): string | undefined
  write(name: string, text: string): void
}

const memoryKey: InjectionKey<Memory> = Symbol('memory')

/** Provides where screens keep how they were left. */
export function provideMemory(memory: Memory): void {
  provide(memoryKey, memory)
}

/**
 * A value that is the same when the screen opens again, even after a restart: a view, a sort order or a width. Pass a
 * name that is unique in the app, and whether a stored value is possible in this version. Without a name, the value
 * isn’t kept.
 */
export function useRemembered<T>(
  name: string | undefined,
  initial: T,
  isPossible: (stored: T) => boolean,
): Ref<T> {
  const memory = inject(memoryKey, undefined)
  const value = ref(initial) as Ref<T>
  if (!memory || name === undefined) return value
  const text = memory.read(name)
  try {
    const stored = text === undefined ? initial : (JSON.parse(text) as T)
    if (isPossible(stored)) value.value = stored
  } catch {
    // Another version stored it.
  }
  watch(value, (next) => memory.write(name, JSON.stringify(next)), { deep: true, flush: 'sync' })
  return value
}

/** One of several choices, kept like any remembered value. */
export function useRememberedChoice<Choice extends string | boolean>(
  name: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Ref<Choice> {
  return useRemembered(name, choices[0], (stored) => choices.includes(stored))
}
