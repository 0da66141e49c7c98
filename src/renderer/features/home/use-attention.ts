import { useEventListener } from '@vueuse/core'
import { computed, watch } from 'vue'
import type { Attention, AttentionPart } from '../../../shared/operations/attention.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { CallError } from '../../bridge/call-error.ts'
import type { LatchkeyClient } from '../../bridge/latchkey.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { useAfterActions } from '../../bridge/use-async-action.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

const minReloadIntervalMs = 10_000
/** The parts loaded from GitLab. The rest are stored locally. */
const serviceParts: readonly AttentionPart[] = ['sshKeys', 'emails', 'counts']
/** Parts whose items may be urgent, so the list waits for them. */
const urgentParts: readonly AttentionPart[] = [...serviceParts, 'tokens']

/** An account’s items that need attention. Reloads after the user’s actions, and when the window gets the focus. */
export function useAttention(account: string) {
  const connectivity = useConnectivityStore()
  const attention = useAccountQuery(account, ['attention.get', {}], load, { cached: true })
  /** Whether GitLab’s response is pending. Until then, a part missing from the cache hasn’t failed. */
  const isUpdating = computed(() => {
    const age = attention.age.value
    return age !== undefined && !age.failure
  })
  const failures = computed(() =>
    isUpdating.value ? [] : failedParts(attention.data.value?.failures ?? []),
  )

  async function load(read: LatchkeyClient): Promise<Attention> {
    const next = await read(account).attention.get()
    // If nothing from GitLab could be loaded, keep the current data.
    if (attention.data.value && hasNoServicePart(next))
      throw new CallError(next.failures[0]!.failure)
    return next
  }

  let reloadedAt = currentTime()
  useEventListener('focus', () => {
    if (currentTime() - reloadedAt < minReloadIntervalMs) return
    reloadedAt = currentTime()
    void attention.reload()
  })

  useAfterActions(() => void attention.reload())

  // Even if all of GitLab’s parts fail, the query itself succeeds, so reload it here. A single failed part isn’t
  // retried this way, because the other parts would bring the account online each time.
  watch(
    () => connectivity.of(account).state,
    (state) => {
      const { data, loading, reload } = attention
      if (state === 'online' && hasNoServicePart(data.value) && !loading.value) void reload()
    },
  )

  return {
    attention,
    failures,
    /** Whether data has been loaded. While GitLab’s response is pending, none of its parts may be missing. */
    isLoaded: computed(() => {
      const { data } = attention
      const gaps = data.value?.failures.filter(({ part }) => urgentParts.includes(part))
      return gaps !== undefined && !(isUpdating.value && gaps.length > 0)
    }),
    /** Whether every part was loaded. */
    isWhole: computed(() => attention.data.value?.failures.length === 0),
    items: computed(() => attention.data.value?.items ?? []),
    ignored: computed(() => attention.data.value?.ignored ?? []),
    counts: computed(() => attention.data.value?.counts),
    /** Whether the account has an SSH key; undefined if unknown. */
    hasSshKey: computed(() => {
      const { items = [], ignored = [], failures: gaps } = attention.data.value ?? {}
      if (!gaps || gaps.some(({ part }) => part === 'sshKeys')) return undefined
      return ![...items, ...ignored].some(({ kind }) => kind === 'ssh-keys-missing')
    }),
  }
}

function hasNoServicePart(attention: Attention | undefined): boolean {
  const failed = attention?.failures.map(({ part }) => part) ?? []
  return serviceParts.every((part) => failed.includes(part))
}

const names: Record<AttentionPart, MessageId> = {
  sshKeys: 'home.partSshKeys',
  emails: 'home.partEmails',
  gpgKeys: 'home.partGpgKeys',
  twoFactor: 'home.partTwoFactor',
  tokens: 'home.partTokens',
  counts: 'home.partCounts',
}

/** The parts that failed to load, grouped by reason. */
export function failedParts(failures: Attention['failures']): Failure[] {
  const byReason = Map.groupBy(failures, ({ failure }) => failure.message)
  return [...byReason.values()].map((same) => {
    const { failure } = same[0]!
    const parts = same.map(({ part }) => t(names[part]))
    return { ...failure, message: t('home.partsFailed', { parts, reason: failure.message }) }
  })
}
