/** How to remove a guard, and the test that must then fail. */
export interface Guard {
  /** The ID in the code’s mark: `// guard: some-id`. */
  id: string
  /** The code to replace it with; absent if removing it is enough for the attack to succeed. */
  replacement?: string
  /** The test file. */
  test: string
  /** A substring of the test’s title, as docs/security.md quotes it. */
  title: string
  /** Other guards to remove too, because each of them would block the attack. */
  also?: readonly Omit<Guard, 'test' | 'title'>[]
  /** Whether the test requires the output of `npm run build`. */
  isBuilt?: true
  /** Whether the test must run as root. */
  needsRoot?: true
}
