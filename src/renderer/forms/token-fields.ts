import { nameLimit, tokenDescriptionLimit } from '../../shared/rules/limits.ts'
import { t } from '../ui/messages.ts'
import type { ExpiryChoice } from './expiry-choice.ts'
import type { Fields } from './form-field.ts'

/** A new-token form’s values by API field name. */
export interface TokenDraft<Scope extends string = string> {
  name: string
  description: string
  scopes: Scope[]
  expires_at: ExpiryChoice
}

/** Fields that all new tokens have. They’re getters, so that messages are formatted when a form is shown. */
export const tokenFields = {
  get name() {
    return {
      kind: 'text',
      label: t('tokens.name'),
      limit: nameLimit,
      isCode: true,
      required: t('tokens.nameRequired'),
    } as const
  },
  get description() {
    return {
      kind: 'text',
      label: t('tokens.descriptionOptional'),
      placeholder: t('tokens.descriptionPlaceholder'),
      limit: tokenDescriptionLimit,
      counts: true,
    } as const
  },
} satisfies Fields

/** Turns a valid draft into the token to create. */
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
