/** For what may fail without consequences. */
export function ignoreErrors(act: () => unknown): void {
  try {
    act()
  } catch {
    // The caller says why that is fine.
  }
}

/** Undefined where it fails: for data of which any part may be unreadable. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
