import type { OwnTokenScope } from '../../../shared/rules/token-limits.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { type TokenDraft, freshTokenDraft, tokenFields } from '../../forms/token-fields.ts'

export type OwnTokenDraft = TokenDraft<OwnTokenScope>

export const freshOwnTokenDraft = (): OwnTokenDraft => freshTokenDraft(['k8s_proxy'])

const scopeChoices: readonly { value: OwnTokenScope; hint: MessageId }[] = [
  { value: 'k8s_proxy', hint: 'tokens.k8sProxyHint' },
  { value: 'self_rotate', hint: 'tokens.selfRotateHint' },
]

/** The form fields for a new token. Not every GitLab version supports `self_rotate`. */
export const newTokenFields = (canRotate: boolean) =>
  tokenFields(
    scopeChoices.filter(({ value }) => canRotate || value !== 'self_rotate'),
    { label: 'tokens.noDate', hint: 'tokens.noDateHint' },
    { placeholder: 'tokens.namePlaceholder' },
  )
