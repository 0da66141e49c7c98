/** Keeps runs of `work` from overlapping: any number of calls during a run trigger a single run afterwards. */
export function coalesce(work: () => Promise<unknown>): () => Promise<void> {
  let isRequested = false
  let isRunning = false

  return async () => {
    isRequested = true
    if (isRunning) return
    isRunning = true
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } finally {
      isRunning = false
    }
  }
}
