import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const smallHeap = pathToFileURL(join(import.meta.dirname, 'small-heap.ts')).href

/** Runs a program in a process of its own, whose V8 no other test shares, and returns what it printed as JSON. */
function run<Result>(program: string): Result {
  const flags = ['--no-warnings', '--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' })) as Result
}

it('tries every flag, and starts with a V8 that accepts none, as in Electron', () => {
  const given = run(`
    import { syncBuiltinESMExports } from 'node:module'
    import v8 from 'node:v8'
    const given = []
    v8.setFlagsFromString = (flag) => {
      given.push(flag)
      throw new Error('Flags are frozen')
    }
    syncBuiltinESMExports()
    const { limitHeapGrowth } = await import('${smallHeap}')
    limitHeapGrowth()
    console.log(JSON.stringify(given))
  `)
  expect(given).toHaveLength(3)
})

it('gives the memory of a sync back once, when no more news of it comes', () => {
  const { full, small, ...timers } = run<Record<string, number>>(`
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
  `)
  expect(small).toBeLessThan(full! / 2)
  expect(timers).toEqual({ waiting: 1, left: 0 })
})
