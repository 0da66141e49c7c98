/**
 * The current time in milliseconds since 1970. No other code reads the system clock directly, so tests can set the time
 * (`vi.setSystemTime`).
 */
export function currentTime(): number {
  return Date.now()
}

/** Returns a clock that starts at `start` and keeps running. */
export function clockStartingAt(start: number): () => number {
  const shift = start - currentTime()
  return () => currentTime() + shift
}
