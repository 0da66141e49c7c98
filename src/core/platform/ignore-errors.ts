/** Runs something whose failure doesn't matter. */
export function ignoreErrors(act: () => unknown): void {
  try {
    act()
  } catch {
    // Callers explain why that is fine.
  }
}

/** Returns undefined on failure. For data that may be partly unreadable. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
