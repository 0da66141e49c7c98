import { type Message, message } from '../messages/message.ts'

/** The fields that show whether a user was ever active. */
interface SignIns {
  last_sign_in_at?: string | null | undefined
  current_sign_in_at?: string | null | undefined
  last_activity_on?: string | null | undefined
  sign_in_count?: number | null | undefined
}

/** Why to keep a user when deleting only users who never signed in; undefined for a user who definitely never did. */
export function keepReason(user: SignIns): Message | undefined {
  const { last_sign_in_at, current_sign_in_at, last_activity_on, sign_in_count } = user
  if (last_sign_in_at || current_sign_in_at || sign_in_count) return message('queue.hasSignedIn')
  // This includes activity with a token or over Git.
  if (last_activity_on) return message('queue.hasBeenActive')
  const isKnown = last_sign_in_at === null && last_activity_on === null
  return isKnown ? undefined : message('queue.signInUnknown')
}
