/** Runs something that may fail without consequences. */
export function ignoreErrors(act: () => unknown): void {
  try {
    act()
  } catch {
    // Callers explain why that is fine.
  }
}

/** Returns undefined on failure, for data that may be partly unreadable. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
