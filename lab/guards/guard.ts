/** How a guard is removed, and the test that must fail then. */
export interface Guard {
  /** As marked in the code: `// guard: some-id`. */
  id: string
  /** Its replacement; nothing if the attack succeeds once it is gone. */
  becomes?: string
  /** The file of the test. */
  test: string
  /** A part of the test’s title, as docs/security.md quotes it. */
  title: string
  /** Guards that are removed as well, because each alone would keep the attack out. */
  also?: readonly Omit<Guard, 'test' | 'title'>[]
  /** Whether the test needs the output of `npm run build`. */
  isBuilt?: true
  /** Whether the test needs to run as root. */
  needsRoot?: true
}
