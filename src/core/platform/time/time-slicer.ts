import { setImmediate as turn } from 'node:timers/promises'

/** How long (ms) work may run without a break. */
const sliceMs = 20

/**
 * For work that would block the event loop: await the returned function between steps. It yields whenever a time slice
 * is used up.
 */
export function createTimeSlicer(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return undefined
    return turn().then(() => void (began = performance.now()))
  }
}

/** Maps items in slices, so other work doesn't have to wait. */
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
