/**
 * The current time of this computer, in milliseconds since 1970. Nothing else reads it: code takes a clock or asks here, so that a
 * test can set it (`vi.setSystemTime`).
 */
export function currentTime(): number {
  return Date.now()
}
