/** How a guard is taken out, and the test that has to fail then. */
export interface Guard {
  /** As it is marked in the code: `// guard: some-id`. */
  id: string
  /** What stands in its place; nothing where the attack succeeds without it. */
  becomes?: string
  /** The file of the test. */
  test: string
  /** A part of its name, as docs/security.md names it. */
  title: string
  /** Guards that are taken out as well, because each of them would keep the attack out alone. */
  also?: readonly Omit<Guard, 'test' | 'title'>[]
  /** Whether the test looks at what `npm run build` makes. */
  isBuilt?: true
  /** Whether only root can do what the test does. */
  needsRoot?: true
}
