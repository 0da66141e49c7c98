/** For what may fail without consequences. */
export function ignoreErrors(act: () => unknown): void {
  try {
    act()
  } catch {
    // The caller says why that is fine.
  }
}
