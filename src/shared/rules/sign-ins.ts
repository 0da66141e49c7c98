import { type Message, message } from '../messages/message.ts'

/** The fields that tell whether a user was ever here. */
interface SignIns {
  last_sign_in_at?: string | null | undefined
  current_sign_in_at?: string | null | undefined
  last_activity_on?: string | null | undefined
  sign_in_count?: number | null | undefined
}

/** Why a user is kept by what deletes only users who never signed in; undefined for a user who surely never did. */
export function keepReason(user: SignIns): Message | undefined {
  const { last_sign_in_at, current_sign_in_at, last_activity_on, sign_in_count } = user
  if (last_sign_in_at || current_sign_in_at || sign_in_count) return message('queue.hasSignedIn')
  // By a token, or over Git.
  if (last_activity_on) return message('queue.hasBeenActive')
  const isKnown = last_sign_in_at === null && last_activity_on === null
  return isKnown ? undefined : message('queue.signInUnknown')
}
