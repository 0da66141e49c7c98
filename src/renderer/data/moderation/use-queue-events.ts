import { onScopeDispose } from 'vue'
import { useQueueStore } from '../stores/queue.ts'

/** Milliseconds between two reads, however much moves. */
const intervalMs = 400

/** Reads again whenever the queue of an account changed, but never twice at once and at intervals. */
export function useQueueEvents(account: string, reload: () => Promise<unknown>): void {
  let isDue = false
  let isRunning = false
  let isGone = false

  async function onEvent() {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue && !isGone) {
      isDue = false
      await reload()
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
    }
    isRunning = false
  }

  const end = useQueueStore().watchQueue(account, () => void onEvent())
  onScopeDispose(() => {
    isGone = true
    end()
  })
}
