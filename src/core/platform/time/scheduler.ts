import { setTimeout as delay } from 'node:timers/promises'

/** Timer options. By default, a timer doesn't keep the process alive. */
interface TimerOptions {
  keepsAlive?: boolean
}

/** Calls back once; the returned function cancels it. */
export function after(
  milliseconds: number,
  callback: () => void,
  { keepsAlive = false }: TimerOptions = {},
): () => void {
  const timer = setTimeout(callback, milliseconds)
  if (!keepsAlive) timer.unref()
  return () => clearTimeout(timer)
}

/** Calls back repeatedly, until the returned function is called. */
export function every(
  milliseconds: number,
  callback: () => void,
  { keepsAlive = false }: TimerOptions = {},
): () => void {
  const timer = setInterval(callback, milliseconds)
  if (!keepsAlive) timer.unref()
  return () => clearInterval(timer)
}

/** Resolves after this many milliseconds. Rejects when the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false })
}
