import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ignoreErrors } from './ignore-errors.ts'

/**
 * Keeps the heap near what is in use. V8 lets the part for new objects grow to many times its first size, and the other part to
 * twice what it held after the last collection, which makes reading thousands of people hardly quicker
 * (`npm run bench:directory`). The first limit comes from a collection, so there is one here, of some milliseconds.
 */
export function limitHeapGrowth(): void {
  // Another V8 may lack a flag, or take none once it runs. Then only more memory is used.
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=40']) {
    ignoreErrors(() => setFlagsFromString(flag))
  }
  ignoreErrors(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  })
}
