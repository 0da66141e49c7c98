import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The longest time for which nothing else could run while something was done, in milliseconds. */
export async function longestBlock(act: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  try {
    await act()
    // What blocked at the very end is noted only once the loop turns again.
    await new Promise((resolve) => setTimeout(resolve, 20))
  } finally {
    delays.disable()
  }
  return delays.max / 1e6
}
