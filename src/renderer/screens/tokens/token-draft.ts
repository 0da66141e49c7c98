import { expiryErrors } from '../../expiry-choice.ts'
import type { ExpiryChoice } from '../../expiry-choice.ts'
import { lengthOf } from '../../text-length.ts'

/** Characters of a token's name, at most. */
export const nameLimit = 255

/** A token that is being asked for, as it was typed and chosen. */
export interface TokenDraft {
  name: string
  expiry: ExpiryChoice
}

export const freshDraft = (): TokenDraft => ({ name: '', expiry: { kind: 'never', day: '' } })

/** What is wrong with a draft, by the names of the interface. */
export function draftErrors({ name, expiry }: TokenDraft, now: Date): Record<string, string[]> {
  const wrongDay = expiryErrors(expiry, now)
  return {
    ...(!name.trim() && { name: ['type a name first'] }),
    ...(lengthOf(name) > nameLimit && {
      name: [`is too long (maximum is ${nameLimit} characters)`],
    }),
    ...(wrongDay && { expires_at: wrongDay }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export function newToken({ name, expiry }: TokenDraft): { name: string; expires_at?: string } {
  return { name: name.trim(), ...(expiry.day && { expires_at: expiry.day }) }
}
