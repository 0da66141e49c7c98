const firstPauseMs = 1_000
export const longestPauseMs = 5 * 60_000

/** Milliseconds to wait after so many failures in a row, 1 or more. */
export function backoff(failures: number, chance: number, firstMs = firstPauseMs): number {
  const pause = Math.min(longestPauseMs, firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.round(pause * (0.5 + chance / 2))
}
