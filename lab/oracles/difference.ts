import type { Instance } from './instance.ts'
import type { TestedLatchkey } from './latchkey.ts'

/** Something that Latchkey says and a program contradicts. */
export interface Difference {
  /** What was compared, such as `author`. */
  aspect: string
  /** A repository, or absent for the whole computer. */
  path?: string
  says: unknown
  does: unknown
}

export interface Comparison {
  instance: Instance
  latchkey: TestedLatchkey
  home: string
  root: string
  /** How often each verdict was compared. */
  verdicts: Map<string, number>
}

export type Differ = (aspect: string, says: unknown, does: unknown) => void
