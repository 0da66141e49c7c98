/** How to remove a guard, and the test that must then fail. */
export interface Guard {
  /** As marked in the code: `// guard: some-id`. */
  id: string
  /** Its replacement; absent if removing it is enough for the attack to succeed. */
  becomes?: string
  /** The file of the test. */
  test: string
  /** A part of the test’s title, as docs/security.md quotes it. */
  title: string
  /** Guards to remove as well, because each of them would block the attack. */
  also?: readonly Omit<Guard, 'test' | 'title'>[]
  /** Whether the test requires the output of `npm run build`. */
  isBuilt?: true
  /** Whether the test must run as root. */
  needsRoot?: true
}
