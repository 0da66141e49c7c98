import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ignoreErrors } from './ignore-errors.ts'

/**
 * Keeps the heap close to its used size. V8 lets the part for new objects grow to many times its first size, and the other part to
 * twice its used size, which makes reading thousands of users hardly faster
 * (`npm run bench:directory`). The first collection sets the limit, so it runs here, for some milliseconds.
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
