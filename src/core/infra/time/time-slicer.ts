import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds that long work may take at a stretch. */
const sliceMs = 20

/**
 * For work that would keep everything else waiting: what it returns is awaited between two steps, and gives way to others once a
 * slice of time is used up. It returns nothing while there is time left, so that short work runs at once.
 */
export function createTimeSlicer(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return undefined
    return turn().then(() => void (began = performance.now()))
  }
}
