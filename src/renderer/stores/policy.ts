import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ShownPolicy } from '../../shared/operations/policy.ts'
import { isDeletion } from '../../shared/rules/moderation.ts'
import type { ModerationAction } from '../../shared/rules/moderation.ts'
import type { DisablableFeature } from '../../shared/rules/policy.ts'
import { useLatchkey } from '../bridge/latchkey.ts'
import { t } from '../ui/messages.ts'

/** The company’s policy, loaded before the first screen. Core enforces it; screens only show it. */
export const usePolicyStore = defineStore('policy', () => {
  const latchkey = useLatchkey()
  const policy = shallowRef<ShownPolicy>({ values: {}, instances: [], problems: [] })
  const organization = computed(() => policy.value.organization ?? t('managed.yourOrganization'))
  const isManaged = computed(() => policy.value.source !== undefined)

  async function load() {
    policy.value = await latchkey().policy.get({})
  }

  /** Whether a feature can be used. */
  function allows(feature: DisablableFeature): boolean {
    const { unreadable, values } = policy.value
    return unreadable === undefined && !values.disabledFeatures?.includes(feature)
  }

  const offers = ({ feature }: { feature?: DisablableFeature }) => !feature || allows(feature)

  function allowsAction(action: ModerationAction): boolean {
    if (!isDeletion(action)) return true
    return allows('delete-users') && (action !== 'hard_delete' || allows('hard-delete'))
  }

  return { policy, organization, isManaged, load, allows, offers, allowsAction }
})
