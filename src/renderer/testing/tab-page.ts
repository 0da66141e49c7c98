import type { TabWindow } from '../bridge/host/tab-session.ts'
import { createStorage } from './storage.ts'

/** A tab without a browser. Paths are relative to the origin that served it. */
export interface TestTab extends TabWindow {
  /** Storage that survives reloads. */
  storage: Map<string, string>
  /** Runs pending timeouts, which otherwise never fire. */
  runTimeouts(): void
  close(): void
}

export function openTab(origin: string, storage = new Map<string, string>()): TestTab {
  const channels: BroadcastChannel[] = []
  const timeouts = new Map<number, () => void>()
  let lastTimeout = 0
  return {
    storage,
    setTimeout(callback: TimerHandler) {
      timeouts.set(++lastTimeout, callback as () => void)
      return lastTimeout
    },
    clearTimeout: (id) => void timeouts.delete(id!),
    runTimeouts() {
      for (const [id, callback] of timeouts) {
        timeouts.delete(id)
        callback()
      }
    },
    fetch(path, init) {
      const send = () => fetch(origin + String(path), init)
      // Browsers retry when a keep-alive connection is just being closed.
      return send().catch(send)
    },
    BroadcastChannel: class extends BroadcastChannel {
      constructor(name: string) {
        // In a browser, only tabs with the same origin receive each other’s messages.
        super(`${origin} ${name}`)
        channels.push(this)
      }
    },
    sessionStorage: createStorage(storage),
    close() {
      for (const channel of channels) channel.close()
    },
  }
}
