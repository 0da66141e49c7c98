import { setTimeout as delay } from 'node:timers/promises'

/** Where all timers of the application are made. None of them keeps a process alive, unless it says so. */
interface TimerOptions {
  keepsAlive?: boolean
}

/** Calls back after so many milliseconds, unless what it returns is called before. */
export function after(
  milliseconds: number,
  callback: () => void,
  { keepsAlive = false }: TimerOptions = {},
): () => void {
  const timer = setTimeout(callback, milliseconds)
  if (!keepsAlive) timer.unref()
  return () => clearTimeout(timer)
}

/** Calls back again and again, until what it returns is called. */
export function every(
  milliseconds: number,
  callback: () => void,
  { keepsAlive = false }: TimerOptions = {},
): () => void {
  const timer = setInterval(callback, milliseconds)
  if (!keepsAlive) timer.unref()
  return () => clearInterval(timer)
}

/** Waits for so many milliseconds. Rejects when the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false })
}
