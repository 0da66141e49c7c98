import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const smallHeap = pathToFileURL(join(import.meta.dirname, 'small-heap.ts')).href

/** Runs in a process of its own, whose heap is as it says: a sync fills it, then the time without news is over. */
const program = `
  import { limitHeapGrowth, returnMemoryWhenQuiet } from '${smallHeap}'
  const mebibytes = () => process.memoryUsage().heapTotal / 2 ** 20
  const timers = new Set()
  const after = (_, callback) => (timers.add(callback), () => timers.delete(callback))
  let news
  limitHeapGrowth()
  const end = returnMemoryWhenQuiet({
    clock: { after },
    on: (_, listener) => ((news = listener), () => undefined),
  })
  let users = Array.from({ length: 500_000 }, (_, id) => ({ id, name: 'user ' + id }))
  for (const phase of ['reading', 'reading', 'whole']) news({ state: { phase } })
  const full = mebibytes()
  users = undefined
  const waiting = timers.size
  for (const callback of timers) callback()
  const small = mebibytes()
  end()
  console.log(JSON.stringify({ full, small, waiting, left: timers.size }))
`

it('gives the memory of a sync back once, when no more news of it comes', () => {
  const flags = ['--no-warnings', '--input-type=module', '--eval', program]
  const result = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' })) as {
    full: number
    small: number
    waiting: number
    left: number
  }
  expect(result.small).toBeLessThan(result.full / 2)
  expect(result).toMatchObject({ waiting: 1, left: 0 })
})
