import { stateWords } from '../../shared/moderation.ts'

/** A user's state in words; one that is not known is shown as the service wrote it. */
export function userStateWords(state: string): string {
  const words = Object.hasOwn(stateWords, state) ? stateWords[state]! : state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The colour that goes with a state: a class of `.tag`. */
export function userStateTone(state: string): 'primary' | 'warning' | 'danger' {
  if (state === 'active') return 'primary'
  return state === 'banned' ? 'danger' : 'warning'
}
