import { nameLimit, tokenDescriptionLimit } from '../../shared/limits.ts'
import type { ExpiryChoice } from './expiry-choice.ts'
import type { Fields } from './form-field.ts'

/** A token that is being asked for, by the names of the interface. */
export interface TokenDraft<Scope extends string = string> {
  name: string
  description: string
  scopes: Scope[]
  expires_at: ExpiryChoice
}

/** What every new token is called and described by. */
export const tokenFields = {
  name: {
    kind: 'text',
    label: 'Name',
    limit: nameLimit,
    isCode: true,
    required: 'type a name first',
  },
  description: {
    kind: 'text',
    label: 'Description (optional)',
    placeholder: 'What it is used for',
    limit: tokenDescriptionLimit,
    counts: true,
    hint: 'Saved on GitLab.',
  },
} as const satisfies Fields

/** What is sent for a draft that nothing is wrong with. */
export function newToken<Scope extends string>({
  name,
  description,
  scopes,
  expires_at: { day },
}: TokenDraft<Scope>) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    ...(description.trim() && { description: description.trim() }),
    ...(day && { expires_at: day }),
  }
}
