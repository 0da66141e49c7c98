/** Wraps work so that runs never overlap: calls during a run trigger one more run after it. */
export function coalesce(work: () => Promise<unknown>): () => Promise<void> {
  let isRequested = false
  let isRunning = false

  return async () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    while (isRequested) {
      isRequested = false
      await work()
    }
    isRunning = false
  }
}
