import { isEmailAddress } from '../../shared/rules/email-address.ts'
import { decodeUtf8OrLatin1 } from './text.ts'

/** Decodes a key's user ID, which is often Latin-1 rather than UTF-8 in old keys. */
export const decodeUserId = decodeUtf8OrLatin1

/** The email address in a key's user ID: in angle brackets at its end, or the whole ID. */
export function emailInUserId(userId: string): string | undefined {
  const [, email = userId] = /<([^<>\s]+)>\s*$/.exec(userId) ?? []
  return isEmailAddress(email) ? email : undefined
}
