import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds that long work may take without a break. */
const sliceMs = 20

/**
 * For work that would block everything else: the returned function is awaited between two steps, and yields once a
 * slice of time is used up.
 */
export function createTimeSlicer(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return undefined
    return turn().then(() => void (began = performance.now()))
  }
}

/** The results of a function for each item, in parts so that nothing else has to wait. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const pause = createTimeSlicer()
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item))
    // guard: map-slices
    await pause()
  }
  return results
}
