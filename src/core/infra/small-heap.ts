import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { HostEvents } from '../../shared/host.ts'
import { ignoreErrors } from './ignore-errors.ts'
import type { Clock } from './time/clock.ts'

/** V8's own, https://github.com/v8/v8/blob/main/src/extensions/gc-extension.cc */
type Collect = (options?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

let collect: Collect | undefined

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
    collect = runInNewContext('gc') as Collect
    collect()
  })
}

/** Milliseconds without news of a sync after which what it needed is free. */
const quietMs = 3_000

interface Work {
  clock: Pick<Clock, 'after'>
  on(name: 'directory', listener: (event: HostEvents['directory']) => void): () => void
}

/**
 * Gives the memory back that the start needed, and that of each sync of users after it, which V8 would keep for as long as nothing
 * happens. Does nothing where the growth isn’t limited. Returns a function that ends it.
 */
export function returnMemoryWhenQuiet({ clock, on }: Work): () => void {
  const giveBack = () => collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  let cancel = clock.after(quietMs, giveBack)
  const stop = on('directory', ({ state }) => {
    if (state.phase !== 'reading') return
    cancel()
    cancel = clock.after(quietMs, giveBack)
  })
  return () => {
    stop()
    cancel()
  }
}
