/**
 * The current time of this computer, in milliseconds since 1970. Nothing else reads it: code takes a clock or asks here, so that a
 * test can set it (`vi.setSystemTime`).
 */
export function currentTime(): number {
  return Date.now()
}

/** A clock that shows `start` now and runs on from there. */
export function clockStartingAt(start: number): () => number {
  const shift = start - currentTime()
  return () => currentTime() + shift
}
