import { isEmailAddress } from '../../shared/rules/email-address.ts'
import { decodeUtf8OrLatin1 } from './text.ts'

/** Decodes a key's name. Those of old keys are not UTF-8, and most of these are Latin-1. */
export const decodeUserId = decodeUtf8OrLatin1

/** The address in a key's name: in angle brackets at its end, or the whole of it. */
export function emailInUserId(userId: string): string | undefined {
  const [, email = userId] = /<([^<>\s]+)>\s*$/.exec(userId) ?? []
  return isEmailAddress(email) ? email : undefined
}
