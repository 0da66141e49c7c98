import { nameLimit, tokenDescriptionLimit } from '../../shared/rules/limits.ts'
import { t } from '../ui/messages.ts'
import type { ExpiryChoice } from './expiry-choice.ts'
import type { Fields } from './form-field.ts'

/** The form for a new token, by API field name. */
export interface TokenDraft<Scope extends string = string> {
  name: string
  description: string
  scopes: Scope[]
  expires_at: ExpiryChoice
}

/** The fields of every new token. Getters, so that texts are resolved when a form is shown. */
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

/** The token to create from a valid draft. */
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
