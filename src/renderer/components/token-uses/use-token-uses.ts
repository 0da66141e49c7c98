import { computed, ref, shallowRef } from 'vue'
import type { TokenUse } from '../../../shared/operations/own-tokens.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'

/** Finds where this computer stores secrets for the instance and which of them are the token. */
export function useTokenUses(account: string) {
  const latchkey = useLatchkey()
  const reading = useAsyncAction()
  /** Undefined until searched. */
  const uses = shallowRef<readonly TokenUse[]>()
  const isChecked = ref(false)
  /** IDs of places to leave unchanged. Each search assigns new IDs. */
  const leftOut = ref(new Set<string>())
  /** Places that still contain a rotated token rather than its successor. */
  const outdated = shallowRef<readonly TokenUse[]>([])
  const chosen = computed(() =>
    (uses.value ?? [])
      .filter((use) => isUpdatable(use) && !leftOut.value.has(placeOf(use)))
      .map(({ id }) => id),
  )

  /** What is known about the places after the rotation. */
  const usesAfter = computed((): readonly TokenUse[] => {
    const places = new Set(outdated.value.map(placeOf))
    return (
      uses.value?.map((use) =>
        places.has(placeOf(use)) && unclearMatches.includes(use.match)
          ? { ...use, match: 'this' }
          : use,
      ) ?? outdated.value
    )
  })

  async function find() {
    isChecked.value = false
    await reading.run(async () => {
      uses.value = await latchkey(account).ownTokens.findUses({})
    })
  }

  async function check(id: number) {
    isChecked.value = await reading.run(async () => {
      uses.value = await latchkey(account).ownTokens.checkUses({ id })
    })
  }

  /** Before a successor is rotated, records where the token with the lost secret is used. */
  function restart() {
    outdated.value = usesAfter.value.filter(({ match }) => match === 'this')
    uses.value = undefined
    isChecked.value = false
  }

  function choose(use: TokenUse, isIncluded: boolean) {
    if (isIncluded) leftOut.value.delete(placeOf(use))
    else leftOut.value.add(placeOf(use))
  }

  return { uses, usesAfter, reading, isChecked, chosen, find, check, restart, choose }
}

export const isUpdatable = ({ match, canUpdate }: TokenUse): boolean =>
  match === 'this' && canUpdate

/** Results that can’t rule out a rotated token. */
const unclearMatches: readonly TokenUse['match'][] = ['unchecked', 'refused', 'failed']

/** Identifies a use across searches. */
const placeOf = ({ source, path, line }: TokenUse): string => JSON.stringify([source, path, line])

/** A use’s location, in the format that editors accept. */
export const useAddress = ({ path, username = '', line }: TokenUse): string =>
  line === undefined ? (path ?? username) : `${path}:${line}`

/** Describes what is known about a use; `isChosen` is undefined if it isn’t going to change. */
export function describeUse(use: TokenUse, instance: string, isChosen?: boolean): string {
  switch (use.match) {
    case 'unchecked':
      return use.path === undefined
        ? t('tokens.useInGitUnchecked', { instance })
        : t('tokens.useUnchecked', { instance })
    case 'this':
      if (isChosen === undefined) return t('tokens.useThis')
      return t(isChosen ? 'tokens.useUpdate' : 'tokens.useByHand')
    case 'another':
      return t('tokens.useOther')
    case 'refused':
      return t('tokens.useNotAccepted')
    case 'failed':
      return t('tokens.useFailed')
    case 'none':
      return t('tokens.useNone', { instance })
  }
}
