import { computed, ref, shallowRef } from 'vue'
import type { TokenUse } from '../../../shared/operations/own-tokens.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'

/** Where this computer stores secrets for the instance, and which of them are a token. */
export function useTokenUses(account: string) {
  const latchkey = useLatchkey()
  const reading = useAsyncAction()
  /** Undefined until searched. */
  const uses = shallowRef<readonly TokenUse[]>()
  const isChecked = ref(false)
  /** Places that should not be updated; a new search assigns new IDs. */
  const leftOut = ref(new Set<string>())
  /** Places that contain an already rotated token, but not its successor. */
  const outdated = shallowRef<readonly TokenUse[]>([])
  const chosen = computed(() =>
    (uses.value ?? [])
      .filter((use) => isUpdatable(use) && !leftOut.value.has(placeOf(use)))
      .map(({ id }) => id),
  )

  /** The known state of the places after the rotation. */
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

  /** Records the uses of the token with the lost secret before its successor is rotated. */
  function restart() {
    outdated.value = usesAfter.value.filter(({ match }) => match === 'this')
    uses.value = undefined
    isChecked.value = false
  }

  function choose(use: TokenUse, isWanted: boolean) {
    if (isWanted) leftOut.value.delete(placeOf(use))
    else leftOut.value.add(placeOf(use))
  }

  return { uses, usesAfter, reading, isChecked, chosen, find, check, restart, choose }
}

export const isUpdatable = ({ match, canUpdate }: TokenUse): boolean =>
  match === 'this' && canUpdate

/** Matches that may be hiding a rotated token. */
const unclearMatches: readonly TokenUse['match'][] = ['unchecked', 'refused', 'failed']

/** The identity of a use across searches. */
const placeOf = ({ source, path, line }: TokenUse): string => JSON.stringify([source, path, line])

/** The location of a use, in the format editors open. */
export const useAddress = ({ path = '', line }: TokenUse): string =>
  line === undefined ? path : `${path}:${line}`

/** The known state of a use before the rotation. */
export function describeUse(use: TokenUse, instance: string, isChosen: boolean): string {
  switch (use.match) {
    case 'unchecked':
      return use.path === undefined
        ? t('tokens.useInGitUnchecked', { instance })
        : t('tokens.useUnchecked', { instance })
    case 'this':
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
