import { tokenDescriptionLimit } from '../../shared/service/token-limits.ts'
import type { OwnTokenScope } from '../../shared/service/token-limits.ts'
import { expiryErrors } from './expiry-choice.ts'
import type { ExpiryChoice } from './expiry-choice.ts'
import { lengthOf } from '../ui/text-length.ts'

/** Characters of a token's name, at most. */
export const nameLimit = 255

/** A token that is being asked for, as it was typed and chosen. */
export interface TokenDraft {
  name: string
  description: string
  scopes: OwnTokenScope[]
  expiry: ExpiryChoice
}

export const freshDraft = (): TokenDraft => ({
  name: '',
  description: '',
  scopes: ['k8s_proxy'],
  expiry: { kind: 'never', day: '' },
})

export function isFresh({ name, description, scopes, expiry }: TokenDraft): boolean {
  return !name && !description && scopes.join() === 'k8s_proxy' && expiry.kind === 'never'
}

/** What a token of one's own can be allowed to do. */
export const ownScopeChoices: readonly { value: OwnTokenScope; hint: string }[] = [
  {
    value: 'k8s_proxy',
    hint: 'Reaches your Kubernetes clusters through GitLab, for example with kubectl.',
  },
  { value: 'self_rotate', hint: 'Replaces itself with a new token before it expires.' },
]

/** What is wrong with a draft, by the names of the interface. */
export function draftErrors(
  { name, description, scopes, expiry }: TokenDraft,
  now: Date,
): Record<string, string[]> {
  const wrongDay = expiryErrors(expiry, now)
  return {
    ...(!name.trim() && { name: ['type a name first'] }),
    ...(lengthOf(name) > nameLimit && {
      name: [`is too long (maximum is ${nameLimit} characters)`],
    }),
    ...descriptionErrors(description),
    ...(scopes.length === 0 && { scopes: ['choose at least one'] }),
    ...(wrongDay && { expires_at: wrongDay }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export function newToken({ name, description, scopes, expiry }: TokenDraft) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    ...(description.trim() && { description: description.trim() }),
    ...(expiry.day && { expires_at: expiry.day }),
  }
}

/** What is wrong with the description of a token, by the name of the interface. */
export function descriptionErrors(description: string): Record<string, string[]> {
  return lengthOf(description) > tokenDescriptionLimit
    ? { description: [`is too long (${tokenDescriptionLimit} characters at most)`] }
    : {}
}
