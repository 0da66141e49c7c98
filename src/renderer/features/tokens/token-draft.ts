import type { OwnTokenScope } from '../../../shared/rules/token-limits.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'
import { dayAfter, presetDays } from '../../forms/expiry-choice.ts'
import type { Fields } from '../../forms/form-field.ts'
import { type TokenDraft, tokenFields } from '../../forms/token-fields.ts'

export type OwnTokenDraft = TokenDraft<OwnTokenScope>

export const freshOwnTokenDraft = (): OwnTokenDraft => ({
  name: '',
  description: '',
  scopes: ['k8s_proxy'],
  // Without a date, GitLab may have the token expire at the end of the day.
  expires_at: { kind: '90-days', day: dayAfter(presetDays['90-days']) },
})

const scopeChoices: readonly { value: OwnTokenScope; hint: MessageId }[] = [
  { value: 'k8s_proxy', hint: 'tokens.k8sProxyHint' },
  { value: 'self_rotate', hint: 'tokens.selfRotateHint' },
]

/** The form fields for a new token. Not every GitLab version supports `self_rotate`. */
export function newTokenFields(canRotate: boolean): Fields {
  return {
    name: { ...tokenFields.name, placeholder: t('tokens.namePlaceholder') },
    description: tokenFields.description,
    scopes: {
      kind: 'scopes',
      required: t('tokens.scopesRequired'),
      choices: scopeChoices
        .filter(({ value }) => canRotate || value !== 'self_rotate')
        .map(({ value, hint }) => ({ value, hint: t(hint) })),
    },
    expires_at: {
      kind: 'expiry',
      never: t('tokens.noDate'),
      hint: t('tokens.noDateHint'),
    },
  }
}
