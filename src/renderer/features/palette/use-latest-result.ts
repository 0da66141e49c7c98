import { type Ref, computed, onScopeDispose, shallowRef, watch } from 'vue'

/** How long (ms) to wait after a keystroke before searching locally. */
const searchDelay = 60

/**
 * Looks up text as it is typed. Only the latest request counts, and the previous result is kept until it responds.
 * `delay` is the debounce time in milliseconds.
 */
export function useLatestResult<Result>(
  text: Ref<string>,
  lookUp: (text: string) => Result | Promise<Result>,
  none: Result,
  delay = searchDelay,
) {
  const result = shallowRef(none) as Ref<Result>
  const failure = shallowRef<unknown>()
  const isSearching = shallowRef(false)
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()

  function start() {
    clearTimeout(timer)
    timer = undefined
    running = search(++latest)
  }

  async function search(mine: number) {
    isSearching.value = true
    let newResult: Result = none
    let error: unknown
    try {
      newResult = await lookUp(text.value)
    } catch (thrown) {
      error = thrown
    }
    if (mine !== latest) return
    result.value = newResult
    failure.value = error
    isSearching.value = false
  }

  watch(text, () => {
    isSearching.value = true
    clearTimeout(timer)
    timer = setTimeout(start, delay)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    latest += 1
  })
  start()

  /** Waits for the current text’s result, skipping the delay. */
  async function settled(): Promise<void> {
    if (timer !== undefined) start()
    await running
  }

  return { result: computed(() => result.value), failure, isSearching, settled }
}
