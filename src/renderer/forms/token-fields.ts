import type { MessageId } from '../../shared/messages/message.ts'
import { nameLimit, tokenDescriptionLimit } from '../../shared/rules/limits.ts'
import { t } from '../ui/messages.ts'
import { type ExpiryChoice, dayAfter, presetDays } from './expiry-choice.ts'
import type { Fields } from './form-field.ts'

/** A new-token form’s values by API field name. */
export interface TokenDraft<Scope extends string = string> {
  name: string
  description: string
  scopes: Scope[]
  expires_at: ExpiryChoice
}

/** An empty form with these scopes. The expiry is the shortest preset: without a date, a token may expire today. */
export const freshTokenDraft = <Scope extends string>(scopes: Scope[]): TokenDraft<Scope> => ({
  name: '',
  description: '',
  scopes,
  expires_at: { kind: '90-days', day: dayAfter(presetDays['90-days']) },
})

/** The fields of all new tokens. `never` says what no expiry date means. */
export const tokenFields = (
  scopes: readonly { value: string; hint: MessageId }[],
  never: { label: MessageId; hint: MessageId },
  { needsScope = true, placeholder }: { needsScope?: boolean; placeholder?: MessageId } = {},
) =>
  ({
    name: {
      kind: 'text',
      label: t('tokens.name'),
      limit: nameLimit,
      isCode: true,
      required: t('tokens.nameRequired'),
      ...(placeholder && { placeholder: t(placeholder) }),
    },
    description: {
      kind: 'text',
      label: t('tokens.descriptionOptional'),
      placeholder: t('tokens.descriptionPlaceholder'),
      limit: tokenDescriptionLimit,
      counts: true,
    },
    scopes: {
      kind: 'scopes',
      choices: scopes.map(({ value, hint }) => ({ value, hint: t(hint) })),
      ...(needsScope && { required: t('tokens.scopesRequired') }),
    },
    expires_at: { kind: 'expiry', forToken: true, never: t(never.label), hint: t(never.hint) },
  }) satisfies Fields

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
