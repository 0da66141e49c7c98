import { setTimeout as delay } from 'node:timers/promises'

/** Does something now and once a day; returns what ends it. */
export function daily(act: () => void): () => void {
  act()
  const timer = setInterval(act, 24 * 60 * 60_000)
  timer.unref()
  return () => clearInterval(timer)
}

/** A timer that keeps no process alive. */
export function inTime(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Waits for so many milliseconds. Rejects when the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal })
}
