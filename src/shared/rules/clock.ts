/**
 * The current time in milliseconds since 1970. Nothing else reads the system clock: code takes a clock or calls this,
 * so that tests can set it (`vi.setSystemTime`).
 */
export function currentTime(): number {
  return Date.now()
}

/** A clock that starts at `start` and runs on from there. */
export function clockStartingAt(start: number): () => number {
  const shift = start - currentTime()
  return () => currentTime() + shift
}
