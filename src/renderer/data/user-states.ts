import { isKnownState } from '../../shared/moderation.ts'
import { t } from '../ui/messages.ts'

/** A user's state in words; one that is not known is shown as the service wrote it. */
export function userStateWords(state: string): string {
  if (isKnownState(state)) return t(`moderation.stateLabel_${state}`)
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The colour that goes with a state: a class of `.tag`. */
export function userStateTone(state: string): 'primary' | 'warning' | 'danger' {
  if (state === 'active') return 'primary'
  return state === 'banned' ? 'danger' : 'warning'
}
