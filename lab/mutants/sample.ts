// A plugin of Stryker that leaves most mutants out, so that a large folder is done in minutes. The same seed always
// picks the same ones.
import { createHash } from 'node:crypto'

interface Mutant {
  id: string
  fileName: string
  replacement: string
  location: { start: { line: number; column: number } }
}

interface Options {
  sample: { percent: number; seed: string }
}

function createSample({ sample: { percent, seed } }: Options) {
  function isChosen({ fileName, replacement, location }: Mutant): boolean {
    const text = JSON.stringify([seed, fileName.replace(/^.*\/src\//, ''), location, replacement])
    return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32 < percent / 100
  }
  return {
    init: () => Promise.resolve(),
    check: (mutants: readonly Mutant[]) =>
      Promise.resolve(
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            // Stryker has no status for mutants that a checker leaves out.
            isChosen(mutant) ? { status: 'passed' } : { status: 'compileError', reason: '' },
          ]),
        ),
      ),
    group: (mutants: readonly Mutant[]) => Promise.resolve([mutants.map(({ id }) => id)]),
  }
}
createSample.inject = ['options']

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: createSample }]
