import { isEmailAddress } from '../../shared/email-address.ts'

/** The address in a key's name: in angle brackets at its end, or the whole of it. */
export function emailInUserId(userId: string): string | undefined {
  const [, email = userId] = /<([^<>\s]+)>\s*$/.exec(userId) ?? []
  return isEmailAddress(email) ? email : undefined
}
