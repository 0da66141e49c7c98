import type { Guard } from './guard.ts'

/** The guards around programs of this computer and what they keep. */
export const programGuards: readonly Guard[] = [
  {
    id: 'program-tree',
    test: 'src/core/infra/run-program.test.ts',
    title: 'is ended with what it started, which still held its outputs',
  },
]
