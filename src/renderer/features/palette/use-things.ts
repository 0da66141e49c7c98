import { computed, ref, shallowReactive } from 'vue'
import { fromCache, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import type { Command, ReadThings } from '../../components/palette/commands.ts'

/** The account’s own things: those in the cache at once, and the rest once something is searched for. */
export function useThings(reads: readonly ReadThings[]) {
  const host = useHost()
  const latchkey = useLatchkey()
  const lists = shallowReactive(new Map<ReadThings, Command[]>())
  const isReading = ref(false)
  const cached = Promise.all(
    reads.map(async (read) => {
      const answer = await fromCache(host, read)
      if (answer) lists.set(read, answer.value)
    }),
  )
  let reading: Promise<void> | undefined

  async function readRest() {
    await cached
    isReading.value = true
    const rest = reads.filter((read) => !lists.has(read))
    // The things’ own screens report failures.
    await Promise.allSettled(rest.map(async (read) => lists.set(read, await read(latchkey))))
    isReading.value = false
  }

  return {
    things: computed(() => [...lists.values()].flat()),
    isReading,
    cached,
    /** Reads what isn’t in the cache, once. */
    read: () => (reading ??= readRest()),
  }
}
