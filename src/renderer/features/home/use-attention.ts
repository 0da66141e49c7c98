import { computed, watch } from 'vue'
import type { Attention, AttentionPart } from '../../../shared/app/attention.ts'
import { CallError } from '../../data/call-error.ts'
import type { Latchkey } from '../../data/latchkey.ts'
import { failedParts } from './failed-parts.ts'
import { useConnectivityStore } from '../../data/stores/connectivity.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import { useWindowFocus } from '../../data/use-window-focus.ts'

const aMinute = 60_000
/** The parts that are asked of the service; the others are known here. */
const cacheKeyOf: readonly AttentionPart[] = ['sshKeys', 'emails', 'status', 'counts']

/** What needs attention on an account; read again when the person comes back to the window. */
export function useAttention(account: string) {
  const connectivity = useConnectivityStore()
  const attention = useAccountQuery(account, ['attention.get'], load, { cached: true })
  /** Parts that are not cached are no failure while the service is still being asked. */
  const isUpdating = computed(() => {
    const age = attention.age.value
    return age !== undefined && !age.failure
  })
  const failures = computed(() =>
    isUpdating.value ? [] : failedParts(attention.data.value?.failures ?? []),
  )

  async function load(read: Latchkey): Promise<Attention> {
    const next = await read(account).attention.get()
    // Where nothing could be asked, what is on the screen is still the best there is.
    if (attention.data.value && isCutOff(next)) throw new CallError(next.failures[0]!.failure)
    return next
  }

  useWindowFocus(aMinute, attention.reload)

  // All parts together are no failure of the whole, so their end is looked after here. A part that fails alone is not
  // asked again by this, as the others bring the account online each time.
  watch(
    () => connectivity.of(account).state,
    (state) => {
      const { data, loading, reload } = attention
      if (state === 'online' && isCutOff(data.value) && !loading.value) void reload()
    },
  )

  return {
    attention,
    failures,
    /** Whether every part is known. */
    isWhole: computed(() => attention.data.value?.failures.length === 0),
    items: computed(() => attention.data.value?.items ?? []),
    counts: computed(() => attention.data.value?.counts),
  }
}

function isCutOff(attention: Attention | undefined): boolean {
  const failed = attention?.failures.map(({ part }) => part) ?? []
  return cacheKeyOf.every((part) => failed.includes(part))
}
